// The places in a query's code whose names the engine's errors lack.

/** A place in the engine's terms: line and column in its code, from 1, columns in code points. */
export type Place = `${number}:${number}`

/** Looked up by the place in an error's stack; written into the code in front of the query. */
export interface Sites {
  /**
   * Calls and `new`, by the place of the bracket. First letter: `p` a property or name follows, `v` the text of a value, `r` a
   * value that the code keeps, `k` the number of a kept key, `n` what stands behind `new`.
   */
  readonly calls: Record<Place, string>
  /** Members by key, by the place of the bracket. `l` and the key, `r` for the key in the register, `k` and the number of a kept key. */
  readonly keys: Record<Place, string>
  /** Members by name, by the place of the point. */
  readonly members: Record<Place, string>
  /** Spread elements: first and last place, and the name where a name is spread. */
  readonly spreads: readonly (readonly [Place, Place, string])[]
  /** Uses of names declared by `let`, `const` or `class` other than plain reads: calls, assignments, members, `typeof`. */
  readonly accesses: Record<Place, true>
  /** Functions whose parameters are patterns. */
  readonly patterns: Record<Place, true>
}

/** The values that rewritten code keeps for messages at run time. */
export interface Registers {
  /** The value whose member is read next. */
  value: unknown
  /** The key that is looked up next. */
  key: unknown
  /** Keys of calls, which outlive the evaluation of the arguments. */
  readonly keys: unknown[]
}
