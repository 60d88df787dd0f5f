// The settings of the one query that an engine runs.

import type { LanguageFacts } from '../../base/release/facts.ts'

/** A function that uses only members of the event, or of the state, identified by its text. */
export interface KnownReader {
  readonly text: string
  readonly members: readonly string[]
}

/** What functions do with states. Every function with one of these texts does no more, in any scope. */
export interface StateUses {
  /** Handlers that only read and set these members of their first parameter, or return it. */
  readonly users: readonly KnownReader[]
  /** Texts of functions that do nothing but return a new object whose members are written there. */
  readonly makers: readonly string[]
}

export interface SessionSettings {
  /** The facts of the language that depend on the release. */
  readonly language: LanguageFacts
  /** Whether the query runs as in the server's second engine (26 §7). */
  readonly isSecondEngine: boolean
  readonly emitEnabled: boolean
  readonly reordersPartitions: boolean
  /** Whether the projection is continuous; decides which queries write running results (projection-language §12.2). */
  readonly continuous: boolean
  /** The clock during the definition phase, in milliseconds since 1970. */
  readonly now: number
  /** The seed of `Math.random()`. */
  readonly seed: number
  /** Whether members may be accessors, or objects proxies. */
  readonly mayHideMembers: boolean
  /** Handlers that only read events. */
  readonly eventReaders: readonly KnownReader[]
  readonly stateUses: StateUses
}

/** Set before the query's script runs. */
export let settings: SessionSettings

export function setSettings(given: SessionSettings): void {
  settings = given
}
