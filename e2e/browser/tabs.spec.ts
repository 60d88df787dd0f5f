// Several tabs of one browser on one store.

import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { append, openPage, project, projectionState, send, startStore, storeAddress } from '../harness.ts'

const counter = `fromStream('ticks').when({ $init: () => ({ count: 0 }), Tick: (state) => { state.count++; return state } }).outputState()`

async function openTab(context: BrowserContext): Promise<Page> {
  const page = await openPage(await context.newPage())
  await startStore(page)
  return page
}

/** Clients of the origin that hold the lock for running projections. */
const runners = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query()
    return held.filter(({ name }) => name?.endsWith(':projections')).map(({ clientId }) => clientId ?? '')
  })

test('two tabs see the writes of each other', async ({ context }) => {
  const first = await openTab(context)
  const second = await openTab(context)
  await append(first, 'shared', 'FromFirst')
  expect((await append(second, 'shared', 'FromSecond')).status).toBe(201)
  for (const tab of [first, second]) {
    const feed = await send(tab, `${storeAddress}/streams/shared`, { headers: { accept: 'application/vnd.eventstore.atom+json' } })
    expect((JSON.parse(feed.body) as { entries: { summary: string }[] }).entries.map(({ summary }) => summary)).toEqual([
      'FromSecond',
      'FromFirst',
    ])
  }
})

test('a long poll in one tab wakes up when another tab writes', async ({ context }) => {
  const first = await openTab(context)
  const second = await openTab(context)
  const started = Date.now()
  const poll = send(first, `${storeAddress}/streams/woken/0/forward/5`, {
    headers: { accept: 'application/vnd.eventstore.atom+json', 'es-longpoll': '30' },
  })
  await append(second, 'woken', 'Now')
  expect((await poll).status).toBe(200)
  // Far below the thirty seconds that it would have waited.
  expect(Date.now() - started).toBeLessThan(20_000)
})

test('conflicting writes of two tabs: one wins each time, none is lost', async ({ context }) => {
  const tabs = [await openTab(context), await openTab(context)]
  const race = (tab: Page) =>
    tab.evaluate(async (base) => {
      let won = 0
      for (let version = -1; version < 49; version++) {
        const response = await fetch(`${base}/streams/race`, {
          method: 'POST',
          headers: { 'content-type': 'application/vnd.eventstore.events+json', 'es-expectedversion': String(version) },
          body: JSON.stringify([{ eventId: crypto.randomUUID(), eventType: 'Step', data: {} }]),
        })
        if (response.status === 201) won++
        else if (response.status !== 400) throw new Error(`unexpected ${response.status}`)
      }
      return won
    }, storeAddress)
  const won = await Promise.all(tabs.map(race))
  expect(won[0]! + won[1]!).toBe(50)
})

test('only one tab runs the projections; when it closes, the next one takes over', async ({ context }) => {
  const first = await openTab(context)
  const second = await openTab(context)
  await project(first, 'ticks', counter)
  await append(first, 'ticks', 'Tick')
  await append(second, 'ticks', 'Tick')
  for (const tab of [first, second]) await expect.poll(() => projectionState(tab, 'ticks')).toEqual({ count: 2 })
  expect(await runners(second)).toHaveLength(1)
  const [before] = await runners(second)

  await first.close()
  await append(second, 'ticks', 'Tick')
  await expect.poll(() => projectionState(second, 'ticks')).toEqual({ count: 3 })
  const [after, ...others] = await runners(second)
  expect(others).toEqual([])
  expect(after).not.toBe(before)
})

test('a reload keeps streams, users and projections, and goes on counting', async ({ page }) => {
  await openPage(page)
  await startStore(page)
  await project(page, 'ticks', counter)
  await append(page, 'ticks', 'Tick')
  await expect.poll(() => projectionState(page, 'ticks')).toEqual({ count: 1 })
  await openPage(page)
  await startStore(page)
  // No tab was left: to the store this is a restart, and the projection goes on from its last checkpoint.
  await expect.poll(() => projectionState(page, 'ticks')).toEqual({ count: 1 })
  await append(page, 'ticks', 'Tick')
  await expect.poll(() => projectionState(page, 'ticks')).toEqual({ count: 2 })
})
