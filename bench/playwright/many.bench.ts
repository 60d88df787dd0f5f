// The cost of a test whose store has many projections, against one of few.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'rillbox/playwright'
import { openApplication, storeUrl } from './application.ts'

const query = "fromCategory('order').foreachStream().when({ $init: () => ({ n: 0 }), Placed: (s) => { s.n += 1 } })"

test.describe.configure({ mode: 'default' })

// In turn, so that both share the good and bad moments of the machine.
for (let round = 0; round < 5; round++) {
  for (const count of [1, 50]) {
    test(`with ${count} projections ${round}`, async ({ page, store }) => {
      await openApplication(page)
      for (let n = 0; n < count; n++) await store.project(`p${n}`, query)
      const append = async ([url, eventId]: readonly [string, string]): Promise<number> => {
        const body = JSON.stringify([{ eventId, eventType: 'Placed', data: {} }])
        const headers = { 'Content-Type': 'application/vnd.eventstore.events+json' }
        return (await fetch(url, { method: 'POST', headers, body })).status
      }
      const status = await page.evaluate(append, [`${storeUrl}/streams/order-1`, randomUUID()] as const)
      expect(status).toBe(201)
      await store.settled()
      expect(await store.state(`p${count - 1}`, 'order-1')).toEqual({ n: 1 })
    })
  }
}
