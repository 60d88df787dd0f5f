// Playwright's `storageState({ indexedDB: true })` carries the store of a page into another context: its events, its projections and their progress.

import { expect, test } from '@playwright/test'
import { append, json, openPage, project, projectionState, send, startStore, storeAddress } from '../harness.ts'

const counting = "fromStream('order-1').when({ $init: () => ({ n: 0 }), OrderPlaced: (s) => ({ n: s.n + 1 }) })"

test('a saved state holds the store of the page, which goes on from there', async ({ page, browser, context }) => {
  await openPage(page)
  await startStore(page)
  // Enough for records of several kinds: the log packs what belongs together.
  await page.evaluate(() =>
    window.store.append(
      'order-1',
      Array.from({ length: 600 }, (_, n) => ({ type: 'OrderPlaced', data: { n, note: 'ä'.repeat(20) } })),
    ),
  )
  await project(page, 'count', counting)
  await expect.poll(() => projectionState(page, 'count')).toEqual({ n: 600 })
  const read = () => window.store.read('order-1')
  const events = await page.evaluate(read)
  // A page that is open writes on: its projections may be in the middle of a commit.
  await page.evaluate(() => window.store.stop())
  const state = await context.storageState({ indexedDB: true })

  const other = await browser.newContext({ storageState: state })
  const second = await openPage(await other.newPage())
  await startStore(second)
  expect(await second.evaluate(read)).toEqual(events)
  await expect.poll(() => projectionState(second, 'count')).toEqual({ n: 600 })
  expect((await append(second, 'order-1', 'OrderPlaced', { n: 600 })).status).toBe(201)
  await expect.poll(() => projectionState(second, 'count')).toEqual({ n: 601 })
  const last = await send(second, `${storeAddress}/streams/order-1/600`, { headers: json })
  expect([last.status, JSON.parse(last.body)]).toEqual([200, { n: 600 }])
  await other.close()
})
