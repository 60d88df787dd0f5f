// Runs the checks of each area in one engine, each area in a browser of its own.

import { addresses } from '../addresses.ts'
import type { Check } from './checks/check.ts'
import type { Platform } from './checks/platform.ts'
import { askPlatform } from './checks/platform.ts'
import { playgroundChecks } from './checks/playground.ts'
import { queryChecks } from './checks/queries.ts'
import { storageChecks } from './checks/storage.ts'
import { storeChecks } from './checks/store.ts'
import { threadChecks } from './checks/thread.ts'
import { runContracts } from './contracts/run.ts'
import type { Browser, EngineName, Tab } from './driver/open.ts'
import { open } from './driver/open.ts'

export interface Outcome {
  readonly engine: EngineName
  readonly area: string
  readonly check: string
  readonly result: Result
  readonly milliseconds: number
}

/** The findings of a run in one engine. */
export interface EngineRun {
  readonly engine: EngineName
  readonly version: string
  readonly platform: Platform
  readonly outcomes: readonly Outcome[]
}

/** `said` is a figure, the error, or the reason why it was not tried. */
interface Result {
  readonly kind: 'passed' | 'failed' | 'left'
  readonly said?: string
}

type Add = (check: string, result: Result, milliseconds: number) => void

const checksOf = {
  store: storeChecks,
  queries: queryChecks,
  storage: storageChecks,
  thread: threadChecks,
  playground: playgroundChecks,
} as const satisfies Readonly<Record<string, readonly Check[]>>

/** Names of areas, with their titles. */
export const areas: Readonly<Record<string, string>> = {
  store: 'A store in one tab and in several',
  queries: 'Faulty and endless queries',
  storage: 'Trouble with the database',
  thread: 'The main thread',
  playground: 'The playground and the shop',
  contracts: 'The suites of storage, queries and others',
}

/** Milliseconds that a call in a page may take: a page that hangs is a failure, not the end of the run. */
const patience = 60_000

export async function runEngine(engine: EngineName, chosen: readonly string[], report: (outcome: Outcome) => void): Promise<EngineRun> {
  const outcomes: Outcome[] = []
  const addTo =
    (area: string): Add =>
    (check, result, milliseconds) => {
      const outcome = { engine, area, check, result, milliseconds }
      outcomes.push(outcome)
      report(outcome)
    }
  const facts = await inBrowser(engine, async ({ version, page }) => ({
    version,
    platform: await askPlatform(await page(addresses.pages)),
  }))
  for (const area of chosen) {
    const checks = (checksOf as Readonly<Record<string, readonly Check[]>>)[area]
    if (checks) await inBrowser(engine, (browser) => runChecks(checks, browser, addTo(area)))
    else runContracts(engine, addTo(area))
  }
  return { engine, ...facts, outcomes }
}

async function inBrowser<Value>(engine: EngineName, work: (browser: Browser) => Promise<Value>): Promise<Value> {
  const browser = await open(engine, { patience })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

async function runChecks(checks: readonly Check[], browser: Browser, add: Add): Promise<void> {
  // Stays: a browser ends with its last window.
  await browser.page()
  for (const check of checks) await runCheck(check, browser, add)
}

async function runCheck(check: Check, browser: Browser, add: Add): Promise<void> {
  const reason = check.not?.[browser.engine]
  if (reason !== undefined) return add(check.name, { kind: 'left', said: reason }, 0)
  const tabs: Tab[] = []
  const page = async (url: string): Promise<Tab> => {
    const tab = await browser.page(url)
    tabs.push(tab)
    return tab
  }
  const started = performance.now()
  let result: Result
  try {
    const said = await check.run({ browser, page, pages: addresses.pages, demo: addresses.demo })
    result = { kind: 'passed', ...(said && { said }) }
  } catch (error) {
    result = { kind: 'failed', said: [error instanceof Error ? error.message : String(error), ...browser.said.slice(-5)].join('\n    ') }
  }
  const milliseconds = performance.now() - started
  for (const tab of tabs) await tab.close().catch(() => undefined)
  add(check.name, result, milliseconds)
}
