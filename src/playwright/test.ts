// Playwright's `test` with a store: the fixture, its options wherever Playwright takes options, and blocked Service Workers.

import type { APIRequestContext, Fixtures, PlaywrightTestArgs, PlaywrightTestOptions, TestType } from '@playwright/test'
import type { PlaywrightWorkerArgs, PlaywrightWorkerOptions } from '@playwright/test'
import { test as base } from '@playwright/test'
import { StoreError } from '../base/errors.ts'
import type { StoreFixtureNeeds, TestStore } from './fixture.ts'
import { provideStore } from './fixture.ts'
import type { StoreFixtureOptions } from './options.ts'
import { joinOptions } from './options.ts'

export interface StoreFixtures {
  /** The store of this test. In `test.use` and in the configuration's `use`, its options stand under the same name. */
  store: TestStore
}

type TestArgs = PlaywrightTestArgs & PlaywrightTestOptions & StoreFixtures
type WorkerArgs = PlaywrightWorkerArgs & PlaywrightWorkerOptions

/** Playwright's `test`, whose `use` takes options in place of the store. Inner places win over outer ones, option by option. */
export type StoreTest<T extends {}, W extends {}> = {
  use(fixtures: Omit<Fixtures<{}, {}, T, W>, 'store'> & { store?: StoreFixtureOptions }): void
  extend<T2 extends {}, W2 extends {} = {}>(fixtures: Fixtures<T2, W2, T, W>): StoreTest<T & T2, W & W2>
} & TestType<T, W>

/**
 * Every test has a store of its own, whether it names it or not: the application under test needs one in any case.
 *
 * @example
 * ```ts
 * test.use({ store: { scenario } })
 *
 * test('shows the order', async ({ page, store }) => {
 *   await page.goto('/orders')
 *   await page.getByRole('button', { name: 'Pay' }).click()
 *   await expect(store).toHaveEvents('order-1', ['OrderPlaced', 'OrderPaid'])
 * })
 * ```
 */
export const test: StoreTest<TestArgs, WorkerArgs> = takingOptions(extendBase())

interface Provision extends StoreFixtureNeeds {
  /** The options of the configuration. */
  readonly store: StoreFixtureOptions
  /** The options of `test.use`, from the file down to the innermost group. */
  readonly _storeOptions: StoreFixtureOptions
}

interface Answered {
  readonly request: APIRequestContext
  readonly store: TestStore
}

function extendBase(): TestType<TestArgs, WorkerArgs> {
  // The types know nothing of a fixture that is an option first and its own override after; see decision 26.
  const extend = (test: unknown, fixtures: object) => (test as { extend(fixtures: object): unknown }).extend(fixtures)
  const configured = extend(base, {
    // Workers answer before Playwright sees a request.
    serviceWorkers: ['block', { option: true }],
    store: [{}, { option: true, auto: true }],
    _storeOptions: [{}, { option: true }],
  })
  const provided = extend(configured, {
    store: ({ store, _storeOptions, browser, baseURL }: Provision, use: Use<TestStore>, testInfo: TestInfo) =>
      provideStore({ options: joinOptions(store, _storeOptions), browser, baseURL, testInfo }, use),
    // Playwright sends these requests itself: no route of a page sees them.
    request: async ({ request, store }: Answered, use: Use<APIRequestContext>) => await use(await store.connectRequest(request)),
    _storeIsOne: [
      async ({ store }: { store: object }, use: Use<undefined>) => {
        if (!('fetch' in store)) throw optionsLost()
        await use(undefined)
      },
      { auto: true },
    ],
  })
  return provided as TestType<TestArgs, WorkerArgs>
}

type Use<T> = (value: T) => Promise<void>
type TestInfo = Parameters<typeof provideStore>[0]['testInfo']

/** Reads options that stand in the place of the store in `use`. */
function takingOptions<T extends {}, W extends {}>(test: TestType<T, W>): StoreTest<T, W> {
  const { use, extend } = test
  return Object.assign(test, {
    use: (fixtures: Record<string, unknown>) => use(withOptions(fixtures)),
    extend: (fixtures: Parameters<typeof extend>[0]) => takingOptions(extend(fixtures)),
  })
}

function withOptions({ store: options, ...others }: Record<string, unknown>): object {
  if (typeof options !== 'object' || options === null) return { ...others, ...(options !== undefined && { store: options }) }
  return {
    ...others,
    _storeOptions: ({ _storeOptions }: Pick<Provision, '_storeOptions'>, use: Use<StoreFixtureOptions>) =>
      use(joinOptions(_storeOptions, options)),
  }
}

const optionsLost = (): StoreError =>
  new StoreError('invalid-options', 'This test has the options of a store in the place of the store.', {
    hint: 'A test made with mergeTests() takes a fixture there: test.use({ store: createStoreFixture({ … }) }).',
  })
