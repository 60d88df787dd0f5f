// News of a page about its database: opening waits for another tab, or it was emptied between two visits.

import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { append, json, openPage, send, startStore, storeAddress } from '../harness.ts'

async function openTab(context: BrowserContext): Promise<{ page: Page; warnings: string[] }> {
  const page = await context.newPage()
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  return { page: await openPage(page), warnings }
}

test('an upgrade blocked by another tab is reported at once, and goes on when that tab lets go', async ({ context }) => {
  const { page: old } = await openTab(context)
  // A tab of an older version that does not make way: browsers do not make it.
  await old.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('held', 1)
        request.addEventListener('upgradeneeded', () => {
          request.result.createObjectStore('log', { keyPath: ['last', 'nonce'] }).createIndex('streams', 'lastPlaces', { multiEntry: true })
          for (const name of ['heads', 'rows', 'ids', 'dropped']) request.result.createObjectStore(name)
        })
        request.addEventListener('success', () => {
          Object.assign(window, { held: request.result })
          resolve()
        })
        request.addEventListener('error', () => reject(new Error('no database')))
      }),
  )
  const { page, warnings } = await openTab(context)
  const starting = startStore(page, { name: 'held' })
  await expect.poll(() => warnings.filter((text) => text.includes('another tab'))).toHaveLength(1)
  await old.evaluate(() => (window as unknown as { held: IDBDatabase }).held.close())
  await starting
  expect((await append(page, 'orders', 'Placed')).status).toBe(201)
  expect(warnings).toHaveLength(2)
})

test('a database that was evicted between two visits is not an empty store in silence', async ({ context }) => {
  const first = await openTab(context)
  await startStore(first.page, { name: 'evicted' })
  await append(first.page, 'orders', 'Placed')
  await first.page.evaluate(() => window.store.stop())
  expect(first.warnings).toEqual([])
  await first.page.evaluate(
    () => new Promise((resolve) => indexedDB.deleteDatabase('evicted').addEventListener('success', () => resolve(undefined))),
  )
  const second = await openTab(context)
  await startStore(second.page, { name: 'evicted' })
  expect(second.warnings).toEqual([expect.stringMatching(/deleted its database since the last visit.*persist\(\).*snapshot\(\)/)])
  expect((await send(second.page, `${storeAddress}/streams/orders`, { headers: json })).status).toBe(404)
  await second.page.evaluate(() => window.store.stop())

  const third = await openTab(context)
  await startStore(third.page, { name: 'evicted' })
  expect(third.warnings).toEqual([])
})
