// Three hundred tests side by side, each with a store, a page, a projection and matchers that wait.

import { expect, test } from 'rillbox/playwright'
import { openApplication, storeUrl } from './application.ts'

for (let number = 0; number < 300; number++) {
  test(`parallel ${number}`, async ({ page, store }) => {
    await openApplication(page)
    if (number % 5 === 0) {
      await store.project('count', "fromStream('orders').when({ $init: () => ({ n: 0 }), Placed: (s) => ({ n: s.n + 1 }) })")
    }
    await page.evaluate(
      async ([base, which]) => {
        const headers = { 'content-type': 'application/vnd.eventstore.events+json' }
        const append = (stream: string, eventId: string) =>
          fetch(`${base}/streams/${stream}`, {
            method: 'POST',
            headers,
            body: JSON.stringify([{ eventId, eventType: 'Placed', data: { which } }]),
          })
        const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
        await Promise.all(Array.from({ length: 5 }, (_, index) => append('orders', id(index))))
      },
      [storeUrl, number] as const,
    )
    await expect(store).toHaveEvents(
      'orders',
      Array.from({ length: 5 }, () => ({ type: 'Placed', data: { which: number } })),
      { exact: true },
    )
    await expect(store).toHaveReceived({ method: 'POST', path: '/streams/orders', status: 201, times: 5 })
    if (number % 5 === 0) await expect(store).toHaveProjectionState('count', { n: 5 }, { timeout: 20_000 })
  })
}
