// The cost of a page's request: answered by a route with a ready answer, and by the store behind the fixture.

import { expect, test } from 'rillbox/playwright'
import { openApplication, storeUrl } from './application.ts'

const rounds = 20
const perRound = 25

test('requests', async ({ page, store }, testInfo) => {
  await store.append(
    'orders',
    Array.from({ length: 20 }, (_, index) => ({ type: 'Placed', data: { index } })),
  )
  await openApplication(page)
  const path = `${storeUrl}/streams/orders/0/forward/20?embed=body`
  const accept = 'application/vnd.eventstore.atom+json'
  const ready = await store.fetch(new Request(path, { headers: { accept } }))
  const [headers, body] = [Object.fromEntries(ready.headers), await ready.text()]
  await page.route('http://static.test/**', (route) => route.fulfill({ status: 200, headers, body }))

  const measure = (url: string): Promise<number> =>
    page.evaluate(
      async ([target, type, count]) => {
        const begun = performance.now()
        for (let index = 0; index < count; index++) {
          const response = await fetch(target, { headers: { accept: type } })
          await response.text()
        }
        return (performance.now() - begun) / count
      },
      [url, accept, perRound] as const,
    )
  await measure(path)
  await measure('http://static.test/page')
  const [stored, ready_]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    ready_.push(await measure('http://static.test/page'))
    stored.push(await measure(path))
  }
  expect(body).toContain('19@orders')
  testInfo.annotations.push({ type: 'figures', description: JSON.stringify({ stored, ready: ready_ }) })
})
