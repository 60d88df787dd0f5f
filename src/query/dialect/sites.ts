// Places in a query's code where an error of the engine needs a name that its own text lacks.

/** What the engine says of where: line and column in the code that it was given, from 1, columns by code points. */
export type Place = `${number}:${number}`

/** Looked up by the place in an error's stack; written into the code in front of the query. */
export interface Sites {
  /**
   * Calls and `new`, by the place of the bracket. First letter: `p` a property or name follows, `v` the text of a value, `r` a
   * value that the code keeps, `k` the number of a kept key, `n` what stands behind `new`.
   */
  readonly calls: Record<Place, string>
  /** Members by key, by the place of the bracket. `l` and the key, `r` where the code keeps it, `k` and the number of a kept key. */
  readonly keys: Record<Place, string>
  /** Members by name, by the place of the point. */
  readonly members: Record<Place, string>
  /** Spread elements: first and last place of each, and the name where one is spread. */
  readonly spreads: readonly (readonly [Place, Place, string])[]
  /** Names declared by `let`, `const` or `class` where they are more than read: called, assigned to, asked for a member or their type. */
  readonly accesses: Record<Place, true>
  /** Functions whose parameters are patterns. */
  readonly patterns: Record<Place, true>
}

/** What rewritten code keeps for messages while it runs. */
export interface Registers {
  /** The value whose member is read next. */
  value: unknown
  /** The key that is looked up next. */
  key: unknown
  /** Keys of calls, which outlive the evaluation of the arguments. */
  readonly keys: unknown[]
}
