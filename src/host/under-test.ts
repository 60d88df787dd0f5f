// Names the object through which a test configures the store that a page starts, gets hold of it, or answers in its place.

import type { Release } from '../base/release/facts.ts'
import type { StoreProjection } from '../engine/queries/files/projection-file.ts'
import type { Scenario } from '../engine/scenario/scenario.ts'
import type { Store } from '../engine/store.ts'

/**
 * Name of the global symbol under which a test leaves an `UnderTest` before the page's first script. A started store exposes itself only there:
 * pages that are not under test expose nothing, and code that runs before the first script owns the page anyway.
 */
export const underTestKey = 'rillbox.under-test'

export interface LeftByTest {
  /** Seeds a fresh store of the page's own before the page gets it: once for several pages and loads. */
  readonly scenario?: Scenario
  /** In place of those that the page gives to its own store. */
  readonly projections?: readonly StoreProjection[]
  /** Least number of exchanges that the request log of the page's own store keeps. */
  readonly requestLog?: number
  /** Stores in the test's process: a page starts none of its own at their addresses. */
  readonly answered?: readonly AnsweredByTest[]
}

/** A store in the test's process that answers the page's requests. */
export interface AnsweredByTest {
  /** Absolute, without a slash at the end. */
  readonly baseUrl: string
  /** The release of the server whose answers it gives. */
  readonly release: Release
  /** Tells calls of the page's store from requests of the application. */
  readonly key: string
}

export interface UnderTest extends LeftByTest {
  /** The store that the page has started itself; undefined before its start and after its stop. */
  store?: Store & { readonly baseUrl: string }
}

/** The object that a test left in this page; undefined if the page is not under test. */
export const underTest = (): UnderTest | undefined =>
  (globalThis as { readonly [key: symbol]: UnderTest | undefined })[Symbol.for(underTestKey)]

/** Parameter of a URL below the base URL; its value is the key. The body of the request is a `CallToTest`, that of the response an `AnswerOfTest`. */
export const callParameter = 'rillbox-under-test'

/** A call of the store in the test's process, as JSON. */
export interface CallToTest {
  readonly method: string
  readonly parameters: readonly unknown[]
}

export type AnswerOfTest = { readonly value?: unknown } | { readonly error: ErrorOfTest }

/** The members of a `StoreError`, a `RefusedRequest` or another error. */
export interface ErrorOfTest {
  readonly name: string
  readonly message: string
  readonly code?: string
  readonly hint?: string
  readonly status?: number
  readonly reason?: string
  readonly body?: string
}

/** A request or response for `direct`, as JSON. */
export interface DirectMessage {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly bytes: readonly number[]
}
export interface DirectRequest extends DirectMessage {
  readonly method: string
  readonly url: string
}
export interface DirectResponse extends DirectMessage {
  readonly status: number
  readonly statusText: string
}
