// A whole store goes from a page to a file, to a folder on disk, to a file, and back into a page.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { runCommand } from '../../src/cli/commands.fixture.ts'
import type { Snapshot } from '../../src/index.ts'
import type { Folder } from '../../src/storage/sqlite/sqlite.fixture.ts'
import { temporaryFolder } from '../../src/storage/sqlite/sqlite.fixture.ts'
import { append, asAdmin, openPage, project, send, startStore, storeAddress } from '../harness.ts'

const query = `fromCategory('order').foreachStream().when({
  $init: () => ({ n: 0 }),
  Placed(s, e) { s.n++; emit('all', 'Seen', { n: s.n }) },
})`

let folder: Folder
test.beforeEach(() => {
  folder = temporaryFolder()
})
test.afterEach(() => folder.remove())

test('the store of a page is the same after a stay on disk', async ({ page }) => {
  await openPage(page)
  await startStore(page, { name: 'before' })
  await project(page, 'totals', query)
  for (const stream of ['order-1', 'order-2', 'order-1']) await append(page, stream, 'Placed')
  const text = await page.evaluate(async () => {
    await window.store.settled()
    return JSON.stringify(await window.store.snapshot())
  })
  const [db, saved, exported] = ['db', 'store.json', 'store.ndjson'].map((name) => join(folder.path, name)) as [string, string, string]
  writeFileSync(saved, text)
  expect((await runCommand('import', saved, '--db', db)).failure).toBeUndefined()
  expect((await runCommand('export', exported, '--db', db)).failure).toBeUndefined()

  await page.evaluate(() => window.store.stop())
  await startStore(page, { name: 'after' })
  const restored = await page.evaluate(
    async (lines) => {
      await window.store.restore(lines)
      await window.store.settled()
      return await window.store.snapshot()
    },
    readFileSync(exported, 'utf8'),
  )
  const before = JSON.parse(text) as Snapshot
  expect([restored.end, restored.events, restored.heads]).toEqual([before.end, before.events, before.heads])

  // Its projections go on from where they were: nothing is emitted a second time.
  await append(page, 'order-1', 'Placed')
  await page.evaluate(() => window.store.settled())
  const state = await send(page, `${storeAddress}/projection/totals/state?partition=order-1`, { headers: asAdmin })
  expect(state.body).toBe('{"n":3}')
  const emitted = await page.evaluate(() => window.store.read('all'))
  expect(emitted.map(({ data }) => data)).toEqual([{ n: 1 }, { n: 1 }, { n: 2 }, { n: 3 }])
})
