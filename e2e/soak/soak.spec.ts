// A small share of what `npm run soak` does to browsers: kills in the middle of work, races of tabs, leaders that leave.

import { expect, test } from '@playwright/test'
import { addresses } from '../addresses.ts'
import { append, openPage, startStore } from '../harness.ts'
import { soakKills } from './kills.ts'
import { soakTabs } from './tabs.ts'
import { keptByStore } from './torn-log.ts'

const address = `${addresses.pages}soak/`
const say = (line: string): void => console.log(line)

test('kills of browsers and tabs lose nothing and double nothing', async () => {
  test.setTimeout(120_000)
  const { faults, ...figures } = await soakKills({ kills: 30, seed: 11, address, until: Date.now() + 20_000, say })
  expect(faults).toEqual([])
  expect(figures.browsers + figures.renderers).toBeGreaterThan(0)
  expect(figures.acknowledged).toBeGreaterThan(0)
})

test('a log that a kill has torn costs no event', async () => {
  test.setTimeout(120_000)
  const { written, kept } = await keptByStore(address)
  expect(written).toBeGreaterThan(0)
  expect(kept).toBe(written)
})

test('tabs race without a lost or doubled event, and go on without their leader', async () => {
  test.setTimeout(300_000)
  const { won, faults, silences } = await soakTabs({ address, raceMilliseconds: 3000, departures: 1, say })
  // How fast they go on is measured by the whole run, on a machine that does nothing else.
  expect(faults.filter((fault) => !fault.includes('silence'))).toEqual([])
  expect(won).toBeGreaterThan(0)
  expect(Object.values(silences).flat()).toHaveLength(4)
})

test('a page keeps no message of a request that was answered', async ({ page }) => {
  await openPage(page)
  await startStore(page)
  const session = await page.context().newCDPSession(page)
  const { result } = await session.send('Runtime.evaluate', { expression: 'MessageEvent.prototype' })
  const kept = async (): Promise<number> => {
    // Collects garbage first.
    const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId! })
    const count = { objectId: objects.objectId!, functionDeclaration: 'function () { return this.length }', returnByValue: true }
    return Number((await session.send('Runtime.callFunctionOn', count)).result.value)
  }
  const before = await kept()
  for (let index = 0; index < 100; index++) await append(page, 'orders', 'Placed')
  // The worker sends two messages for each request.
  expect((await kept()) - before).toBeLessThan(100)
})
