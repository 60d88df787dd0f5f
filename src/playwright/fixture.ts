// The store fixture: a store for a test, reached by its pages at the base URL, and a report of it when the test fails.

import type { APIRequestContext, Browser, BrowserContext, TestFixture, TestInfo } from '@playwright/test'
import { isError } from '../base/platform/realms.ts'
import { resolveBaseUrl } from '../host/base-url.ts'
import { printQueryProblem } from '../engine/observe/query-problem.ts'
import { checkOptions } from '../engine/options/store-options.ts'
import type { Scenario } from '../engine/scenario/scenario.ts'
import type { Store } from '../engine/store.ts'
import type { AnyEvents } from '../engine/typed-events.ts'
import { attachReport } from './report/attachments.ts'
import type { StoreClock } from '../engine/clock/clock.ts'
import type { ContextConnection } from './network/contexts.ts'
import { connectContexts } from './network/contexts.ts'
import type { OpenedStore } from './stores/opened-store.ts'
import { openStore, sharedStore } from './stores/opened-store.ts'
import { answerPages } from './network/calls-of-pages.ts'
import { leaveInPages } from './leave-in-pages.ts'
import type { InSteps } from './steps.ts'
import { inSteps } from './steps.ts'
import type { StoreFixtureOptions } from './options.ts'
import { defaultBaseUrl, fixtureOptions } from './options.ts'
import type { RequestContexts } from './network/request-contexts.ts'
import { connectRequestContexts } from './network/request-contexts.ts'
import { readScenario } from './stores/scenario-source.ts'

/** The `store` of a test. */
export interface TestStore<Events extends object = AnyEvents> extends Store<Events>, InSteps<Store> {
  /** Where pages reach it: absolute, no slash at the end. */
  readonly baseUrl: string
  readonly clock: StoreClock
  /** Leads a context to the store that the fixture `browser` did not open, e.g. a persistent one. */
  connect(context: BrowserContext): Promise<void>
  /**
   * Gives an API context whose requests to the base URL reach the store, as those of a page do; `request` of this `test` is one. Responses
   * are Playwright's own; their `url()` names the port through which they came. It ends with the test.
   *
   * @param request e.g. `page.request`.
   */
  connectRequest(request: APIRequestContext): Promise<APIRequestContext>
}

/** Playwright's own fixtures that a store fixture needs. */
export interface StoreFixtureNeeds {
  readonly browser: Browser
  readonly baseURL: string | undefined
}

/**
 * A fixture for people who compose their own `test`; several may stand side by side, each with a base URL of its own.
 *
 * @example
 * ```ts
 * const test = base.extend<{ orders: TestStore }>({
 *   serviceWorkers: 'block',
 *   orders: createStoreFixture({ baseUrl: 'http://localhost:2113' }),
 * })
 * ```
 */
export const createStoreFixture =
  <Events extends object = AnyEvents>(options: StoreFixtureOptions = {}): TestFixture<TestStore<Events>, StoreFixtureNeeds> =>
  ({ browser, baseURL }, use, testInfo) =>
    provideStore({ options, browser, baseURL, testInfo }, use)

export interface Provided extends StoreFixtureNeeds {
  readonly options: StoreFixtureOptions
  readonly testInfo: TestInfo
}

/**
 * @throws StoreError `invalid-options` or `invalid-scenario`, before the test begins. Errors after the test are reported, but never make it
 *   fail.
 */
export async function provideStore({ options, browser, baseURL, testInfo }: Provided, use: (store: TestStore) => Promise<void>) {
  checkOptions(options, fixtureOptions)
  const baseUrl = resolveBaseUrl(options.baseUrl ?? defaultBaseUrl, { page: baseURL }).href.replace(/\/$/, '')
  const scenario = options.scenario === undefined ? undefined : await readScenario(options.scenario)
  const opened = await (options.scope === 'worker' ? sharedStore : openStore)({ ...options, scenario, baseUrl })
  const { store, clock, follow } = opened
  const problems = problemsOf(testInfo)
  await warnOfFaults(store, scenario, problems.warn)
  const key = crypto.randomUUID()
  const connection = await connectContexts(browser, {
    fetch: answerPages(store, key),
    baseUrl,
    meet: (context) => {
      follow(context)
      return leaveInPages(context, { answered: [{ baseUrl, key, release: store.release }] })
    },
    warn: problems.warn,
    report: problems.report,
  })
  const contexts = connectRequestContexts({ fetch: (request) => store.fetch(request), baseUrl, baseURL })
  const given: TestStore = { ...store, baseUrl, clock, connect: connection.connect, connectRequest: contexts.connect }
  await use(inSteps(given))
  await problems.survive(() => (testInfo.status === testInfo.expectedStatus ? Promise.resolve() : attachReport(given, testInfo)))
  await problems.survive(() => end(opened, connection, contexts))
}

/** A scenario may hold a query that fails, e.g. to show how the application bears it; mostly it is a mistake. */
async function warnOfFaults(store: Store, scenario: Scenario | undefined, warn: (text: string) => void): Promise<void> {
  for (const { name } of scenario?.projections ?? []) {
    const problem = await store.fault(name)
    if (problem) warn(`The projection "${name}" of the scenario is faulted: ${printQueryProblem(problem)}`)
  }
}

async function end({ letGo }: OpenedStore, connection: ContextConnection, contexts: RequestContexts): Promise<void> {
  // In this order, so that long polls which the closing store answers reach no page.
  await connection.close()
  await letGo()
  await contexts.close()
}

/** Reports problems to the reader of the test's result, each one once. */
function problemsOf(testInfo: TestInfo) {
  const told = new Set<string>()
  const tell = (type: string, description: string): void => {
    if (told.has(description)) return
    told.add(description)
    testInfo.annotations.push({ type, description })
    // eslint-disable-next-line no-console -- an annotation alone is seen only by who opens the report
    console.warn(`[rillbox] ${testInfo.title}: ${description}`)
  }
  const report = (error: unknown): void => tell('store error', isError(error) ? (error.stack ?? error.message) : String(error))
  return {
    warn: (text: string): void => tell('warning', text),
    report,
    survive: (work: () => Promise<void>): Promise<void> => work().catch(report),
  }
}
