// A tab that runs the projections and is stopped or frozen: another one takes over within five seconds, also while it appends.

import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { kill } from 'node:process'
import { expect, test } from '@playwright/test'
import { openPage } from '../harness.ts'

const counter = `fromStream('ticks').when({ $init: () => ({ count: 0 }), Tick: (state) => { state.count++; return state } }).outputState()`

/** Milliseconds that the second tab may take, and some for a machine that does other things. */
const most = 5000 + 3000

/**
 * The store of a page, without a Service Worker: Chromium may put that into the process that is stopped, and then holds up every request
 * of every tab, those for the Workers of queries included.
 */
async function openTab(context: BrowserContext): Promise<Page> {
  const page = await openPage(await context.newPage())
  await page.evaluate(async () => {
    const { createStore, indexedDbStorage } = window.harness.rillbox
    const store = createStore({ storage: indexedDbStorage({ name: 'frozen' }) })
    await store.ready()
    Object.assign(window, { store })
  })
  return page
}

/** A tab that leads, has handled an event and is at rest, so that it holds no transaction. */
async function leadingTab(context: BrowserContext): Promise<Page> {
  const page = await openTab(context)
  await page.evaluate(async (query) => {
    await window.store.project('ticks', query)
    await window.store.append('ticks', { type: 'Tick' })
    await window.store.settled()
  }, counter)
  await page.waitForTimeout(500)
  return page
}

/**
 * Appends until the projection has handled an event.
 *
 * @returns milliseconds until then.
 */
const takenOver = (tab: Page): Promise<number> =>
  tab.evaluate(async () => {
    const started = performance.now()
    for (let count = 1; count <= 1 && performance.now() - started < 25_000;) {
      await window.store.append('ticks', { type: 'Tick' })
      await new Promise((resolve) => setTimeout(resolve, 100))
      ;({ count } = (await window.store.state('ticks')) as { count: number })
    }
    return performance.now() - started
  })

test('a frozen tab', async ({ context }) => {
  const first = await leadingTab(context)
  const second = await openTab(context)
  const devtools = await context.newCDPSession(first)
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
  expect(await takenOver(second)).toBeLessThan(most)
})

test('a tab whose process is stopped', async ({ browser, context }) => {
  const first = await leadingTab(context)
  const second = await openTab(context)
  const process = await processOf(first, await browser.newBrowserCDPSession())
  kill(process, 'SIGSTOP')
  try {
    expect(await takenOver(second)).toBeLessThan(most)
  } finally {
    kill(process, 'SIGCONT')
  }
})

/** @returns the process that works while the tab does. */
async function processOf(tab: Page, devtools: CDPSession): Promise<number> {
  const times = async () => {
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
    return processInfo.filter(({ type }) => type === 'renderer')
  }
  const before = new Map((await times()).map(({ id, cpuTime }) => [id, cpuTime]))
  await tab.evaluate(() => {
    for (const end = performance.now() + 1500; performance.now() < end;);
  })
  const grown = (await times()).map(({ id, cpuTime }) => ({ id, by: cpuTime - (before.get(id) ?? 0) }))
  return grown.toSorted((a, b) => b.by - a.by)[0]!.id
}
