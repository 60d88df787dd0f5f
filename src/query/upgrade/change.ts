// The shape of a change for a query between two releases or engines, and what the rules are given.

import type { ReleaseFacts } from '../../base/release/facts.ts'
import type { Facts, Severity } from '../diagnostics/codes.ts'
import type { Diagnostic, Span } from '../diagnostics/diagnostic.ts'
import type { BodyKinds } from './body-kinds.ts'
import type { ChangeCode } from './change-codes.ts'

/** A change for a query; docs/server/upgrading.md describes the codes. */
export type Change = Diagnostic<ChangeCode>

export interface UpgradeOptions {
  readonly from: ReleaseFacts
  readonly to: ReleaseFacts
  /** The engine that runs the query now, and later. Default: 1. */
  readonly fromEngine?: 1 | 2
  readonly toEngine?: 1 | 2
  /** Undefined where it is not known. */
  readonly mode?: 'continuous' | 'onetime' | 'transient' | undefined
  /** Undefined where it is not known. */
  readonly emitEnabled?: boolean | undefined
  /** What the data of the events are that it will read. Default: not known. */
  readonly bodies?: BodyKinds | undefined
  /** Default: it has not run. */
  readonly shown?: ShownByRuns | undefined
}

/** What a query did over the events at hand by both engines, beyond its states and results. */
export interface ShownByRuns {
  /** That of a handler, where both runs ended with it. */
  readonly fault: { readonly message: string; readonly line?: number; readonly column?: number } | undefined
  /** Streams with events of others that the query writes to. */
  readonly foreignStreams: readonly string[]
}

/** What a rule found; the code decides about severity and sentence. */
export interface FoundChange {
  readonly code: ChangeCode
  readonly at: Span
  readonly facts?: Facts
  readonly severity?: Severity
}

export interface ChangeContext extends UpgradeOptions {
  /** The newer of two releases, for people. */
  readonly newer: string
}
