// What a test leaves in a page before its first script, for the store that the page starts, and what it gets back: the store.

import type { Scenario } from '../engine/scenario/scenario.ts'
import type { Store } from '../engine/store.ts'

/**
 * Name of the global symbol in whose place a test leaves an `UnderTest`. Only where something is there, a started store shows itself: nothing
 * is exposed to the scripts of a page that is not under test, and who can put something there before the first script owns the page anyway.
 */
export const underTestKey = 'rillbox.under-test'

export interface LeftByTest {
  /** Put into the store before the page has it, where the store is fresh: once for several pages and loads. */
  readonly scenario?: Scenario
  /** How many exchanges the store remembers at least. */
  readonly requestLog: number
}

export interface UnderTest extends LeftByTest {
  /** The store that the page has started; undefined until then, and when it was stopped. */
  store?: Store & { readonly baseUrl: string }
}

/** What a test has left in this page; undefined where the page is not under test. */
export const underTest = (): UnderTest | undefined =>
  (globalThis as { readonly [key: symbol]: UnderTest | undefined })[Symbol.for(underTestKey)]
