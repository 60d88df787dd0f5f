// Names the object through which a test configures the store that a page starts, and gets hold of it.

import type { Scenario } from '../engine/scenario/scenario.ts'
import type { Store } from '../engine/store.ts'

/**
 * Name of the global symbol under which a test leaves an `UnderTest` before the page's first script. A started store exposes itself only there:
 * pages that are not under test expose nothing, and code that runs before the first script owns the page anyway.
 */
export const underTestKey = 'rillbox.under-test'

export interface LeftByTest {
  /** Seeds a fresh store before the page gets it: once for several pages and loads. */
  readonly scenario?: Scenario
  /** Least number of exchanges that the request log keeps. */
  readonly requestLog: number
}

export interface UnderTest extends LeftByTest {
  /** The page's started store; undefined before its start and after its stop. */
  store?: Store & { readonly baseUrl: string }
}

/** The object that a test left in this page; undefined where the page is not under test. */
export const underTest = (): UnderTest | undefined =>
  (globalThis as { readonly [key: symbol]: UnderTest | undefined })[Symbol.for(underTestKey)]
