// A fixture for applications that start a store in their own page: leaves a scenario there before the first script, and reads the store.

import type { Page, TestFixture } from '@playwright/test'
import { projectionSource, refuseProblems } from '../engine/options/store-options.ts'
import type { ProjectionSource } from '../engine/queries/files/store-projections.ts'
import { projectionsFrom } from '../engine/queries/files/store-projections.ts'
import type { Members } from '../engine/shape.ts'
import { checkMembers, when } from '../engine/shape.ts'
import type { AnyEvents } from '../engine/typed-events.ts'
import type { LeftByTest } from '../host/under-test.ts'
import { leaveInPages } from './leave-in-pages.ts'
import { inSteps } from './steps.ts'
import { attachReport } from './report/attachments.ts'
import { defaultRequestLog } from './options.ts'
import type { PageStore } from './stores/page-store.ts'
import { createPageStore } from './stores/page-store.ts'
import type { ScenarioSource } from './stores/scenario-source.ts'
import { readScenario } from './stores/scenario-source.ts'

export interface PageStoreOptions {
  /** The content of the store when `startStore` resolves, where the page's database is new: a scenario, a path or a URL. Default: that of a fresh store. */
  readonly scenario?: ScenarioSource
  /**
   * The projections of the store, in place of those that the page gives to `startStore`: a list, a folder, or a pattern like `projections/*.js`
   * from the working directory. Default: those of the page.
   */
  readonly projections?: ProjectionSource
  /** Milliseconds that the page has to start its store. Default: 15,000. */
  readonly timeout?: number
  /** How many exchanges are remembered for matchers and reports. Default: 1000. */
  readonly requestLog?: number
}

/** The store of the page, as its test sees it. */
export interface TestPageStore<Events extends object = AnyEvents> extends PageStore<Events> {
  /** Leaves a scenario for the store that the page starts next, in place of that of the options: call it before `page.goto`. */
  prepare(scenario: ScenarioSource): Promise<void>
}

/**
 * A fixture for Playwright's own `test`, where the application calls `startStore` of `rillbox/browser`. The `expect` of this entry takes it
 * as it takes any store.
 *
 * @example
 * ```ts
 * const test = base.extend<{ store: TestPageStore }>({ store: createPageStoreFixture({ scenario }) })
 *
 * test('pays the order', async ({ page, store }) => {
 *   await page.goto('/')
 *   await page.getByRole('button', { name: 'Pay' }).click()
 *   await expect(store).toHaveEvents('order-1', ['OrderPlaced', 'OrderPaid'])
 * })
 * ```
 */
export const createPageStoreFixture =
  <Events extends object = AnyEvents>(options: PageStoreOptions = {}): TestFixture<TestPageStore<Events>, { page: Page }> =>
  async ({ page }, use, testInfo) => {
    refuseProblems('PageStoreOptions', checkMembers('', options, pageStoreOptions))
    const { scenario, timeout = 15_000, requestLog = defaultRequestLog } = options
    // Read here too.
    const projections = options.projections === undefined ? undefined : projectionsFrom(options.projections)
    // Read here, so that an invalid scenario fails the test instead of a start in the page.
    const prepare = async (source: ScenarioSource | undefined): Promise<void> => {
      const left = source === undefined ? undefined : await readScenario(source)
      const prepared: LeftByTest = { requestLog, ...(left && { scenario: left }), ...(projections && { projections }) }
      // All pages of the context: the store is shared between the tabs of an origin.
      await leaveInPages(page.context(), prepared)
    }
    await prepare(scenario)
    const store: TestPageStore = { ...createPageStore(page, timeout), prepare }
    await use(inSteps(store))
    if (testInfo.status === testInfo.expectedStatus || page.isClosed()) return
    // A page that is stuck must not hold the report up, and missing answers do not make the test fail.
    await attachReport(createPageStore(page, reportTimeout), testInfo).catch(() => undefined)
  }

const reportTimeout = 2000

const number = when('a number from 0 on', (value) => typeof value === 'number' && value >= 0)
const pageStoreOptions: Members = {
  scenario: { check: when('anything', () => true) },
  projections: { check: projectionSource },
  timeout: { check: number },
  requestLog: { check: number },
}
