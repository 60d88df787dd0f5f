// Entry for Playwright: `test` with a store for each test, `expect` that knows stores, and the parts to compose one's own.

import { expect as base } from '@playwright/test'
import { storeMatchers } from './playwright/matchers/matchers.ts'

export * from './index.ts'
export type { StoreClock } from './engine/clock/clock.ts'
export type { StoreFixtureNeeds, TestStore } from './playwright/fixture.ts'
export { createStoreFixture } from './playwright/fixture.ts'
export type { ExpectedEvent, ExpectedRequest, OrderedRequest } from './playwright/matchers/matchers.ts'
export { storeMatchers } from './playwright/matchers/matchers.ts'
export type { PageStoreOptions, TestPageStore } from './playwright/page-fixture.ts'
export { createPageStoreFixture } from './playwright/page-fixture.ts'
export type { PageStore } from './playwright/stores/page-store.ts'
export type { StoreFixtureOptions } from './playwright/options.ts'
export type { ScenarioSource } from './playwright/stores/scenario-source.ts'
export type { StoreFixtures, StoreTest } from './playwright/test.ts'
export { test } from './playwright/test.ts'

/** Playwright's `expect`, with matchers for stores that wait until they hold. */
export const expect = base.extend(storeMatchers)
