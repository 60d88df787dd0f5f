// Fault rules, and the rules in force of a store.

/** Selects requests; every given condition must hold. */
export interface FaultCondition {
  /** E.g. `POST`; in any case. */
  readonly method?: string
  /** Start of the path below the base URL, e.g. `/streams/orders`; with `*` for any run of characters. */
  readonly path?: string
  /** Whether `path` is the whole path rather than its start. Default: false. */
  readonly exact?: boolean
  /** Only the n-th request that fits the other conditions, counted from 1. */
  readonly nth?: number
  /** Most requests that meet the fault. */
  readonly times?: number
  /** Share of the requests that meet the fault, from 0 to 1; the same seed selects the same ones. */
  readonly probability?: number
}

export type InjectedFault =
  /**
   * Answers later by so many milliseconds, or by a number between two. `Infinity` never answers: the request waits until its signal
   * aborts or the store closes.
   */
  | { readonly kind: 'latency'; readonly milliseconds: number | readonly [least: number, most: number] }
  /** Answers with a status of its own; the store does not see the request. */
  | { readonly kind: 'status'; readonly status: number; readonly reason?: string; readonly body?: string }
  /** Drops the connection before the store sees the request, or after it has acted (`answered`). */
  | { readonly kind: 'dropped'; readonly when?: 'before' | 'answered' }
  /** Another writer appends to the stream just before: a request with an expected version loses the race. Meets only writes to streams. */
  | { readonly kind: 'lost-race'; readonly eventType?: string; readonly data?: unknown }
  /** A projection ends as Faulted just before, as if its query had thrown; the request itself is answered. */
  | { readonly kind: 'stopped-projection'; readonly projection: string; readonly reason?: string }

export type FaultRule = FaultCondition & InjectedFault & { readonly name?: string }

/** A rule in force. */
export interface RuleInForce {
  readonly rule: FaultRule
  /** How many requests have met the fault so far. */
  readonly met: number
  remove(): void
}

export interface Faults {
  /** The rules in force, in the order in which they were added; in front of them, while the store is offline, a rule of the name `offline`. */
  readonly rules: readonly RuleInForce[]
  /**
   * @returns a function that removes the rule.
   * @throws StoreError `invalid-options`, which names every member of the rule that is not possible.
   */
  add(rule: FaultRule): () => void
  clear(): void
  /**
   * Ends a projection as Faulted at once, as if its query had thrown. It is brought back as any other: enable or reset it.
   *
   * @param reason its state reason, as clients read it.
   * @returns false if no projection of that name is running.
   */
  stopProjection(name: string, reason?: string): Promise<boolean>
  /** While set, every connection is dropped. */
  offline: boolean
}
