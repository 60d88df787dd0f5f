// The settings of the one query that an engine runs.

/** A function that uses only members of the event, or of the state, identified by its text. */
export interface KnownReader {
  readonly text: string
  readonly members: readonly string[]
}

/** Functions by their texts: those that only read and set members of a state, and those that only return a new object. */
export interface KnownStateUses {
  readonly users: readonly KnownReader[]
  readonly makers: readonly string[]
}

export interface SessionSettings {
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
  readonly stateUses: KnownStateUses
}

/** Set before the query's script runs. */
export let settings: SessionSettings

export function setSettings(given: SessionSettings): void {
  settings = given
}
