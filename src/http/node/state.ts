// What the node says of itself as long as it lives: its ids, when it started, what it has done, and whether it is shutting down.

import type { Environment } from '../../base/environment.ts'

/** The release whose answers are given. */
export const releaseVersion = '23.10.6.0'

/** `stopping`: requests are still answered; `stopped`: connections are refused. */
export type NodeStatus = 'ready' | 'stopping' | 'stopped'

/** Requests that were answered; `reads` and `writes` are those that reached a handler. */
export interface RequestCounts {
  readonly requests: number
  readonly reads: number
  readonly writes: number
}

export interface NodeState {
  readonly instanceId: string
  readonly epochId: string
  /** Whether what it stores is gone with it. */
  readonly inMemory: boolean
  /** Milliseconds since 1970: when the node became leader. */
  readonly started: number
  /** What was answered since then. */
  readonly handled: { -readonly [kind in keyof RequestCounts]: number }
  /** How much of it in a second, of late: since the last look that is a second old or more. */
  perSecond(): RequestCounts
  status(): NodeStatus
  /** Begins to shut down; does nothing the second time. */
  stop(): void
  /** Calls back when the node that was told to shut down answers no more. @returns a function that stops the call. */
  onStopped(listener: () => void): () => void
}

/** How long a node that was told to shut down still answers (server-http §8.2). */
const graceMilliseconds = 1000

/** Samples are taken at most once in this many milliseconds (server-http §5.1). */
const leastSample = 1000

/** A node that starts now; it lives until the store is created again. */
export function createNodeState(environment: Environment, { inMemory = false } = {}): NodeState {
  let stopped: number | undefined
  const stoppedListeners = new Set<() => void>()
  const started = environment.now()
  const handled = { requests: 0, reads: 0, writes: 0 }
  let last: RequestCounts & { readonly at: number } = { ...handled, at: started }
  let rates: RequestCounts = { ...handled }
  return {
    instanceId: environment.uuid(),
    epochId: environment.uuid(),
    inMemory,
    started,
    handled,
    perSecond: () => {
      const now = environment.now()
      const rate = (kind: keyof RequestCounts): number => Math.round(((handled[kind] - last[kind]) * 1000) / (now - last.at))
      if (now - last.at < leastSample) return rates
      rates = { requests: rate('requests'), reads: rate('reads'), writes: rate('writes') }
      last = { ...handled, at: now }
      return rates
    },
    status: () => {
      if (stopped === undefined) return 'ready'
      return environment.now() - stopped < graceMilliseconds ? 'stopping' : 'stopped'
    },
    stop: () => {
      if (stopped !== undefined) return
      stopped = environment.now()
      // Nothing else needs a timer (decision 12).
      if (stoppedListeners.size > 0) environment.after(graceMilliseconds, () => stoppedListeners.forEach((listener) => listener()))
    },
    onStopped: (listener) => {
      stoppedListeners.add(listener)
      return () => stoppedListeners.delete(listener)
    },
  }
}
