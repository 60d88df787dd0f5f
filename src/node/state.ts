// The state of the node for its lifetime: its ids, start, request counts, and shutdown.

import type { Environment } from '../base/platform/environment.ts'

/** `stopping`: still answers requests; `stopped`: refuses connections. */
export type NodeStatus = 'ready' | 'stopping' | 'stopped'

/** Counts of answered requests; `reads` and `writes` are those that reached a handler. */
export interface RequestCounts {
  readonly requests: number
  readonly reads: number
  readonly writes: number
}

export interface NodeState {
  readonly instanceId: string
  readonly epochId: string
  /** Whether the storage ends with the node. */
  readonly inMemory: boolean
  /** When the node became leader, in milliseconds since 1970. */
  readonly started: number
  /** Requests since then. */
  readonly handled: { -readonly [kind in keyof RequestCounts]: number }
  /** Recent requests a second: since the last sample that is a second old or more. */
  perSecond(): RequestCounts
  status(): NodeStatus
  /** Starts the shutdown; further calls have no effect. */
  stop(): void
  /** Calls back at the end of the shutdown. @returns a function that removes the listener. */
  onStopped(listener: () => void): () => void
}

/** How long a node in shutdown still answers (server-http §8.2). */
const graceMilliseconds = 1000

/** Least milliseconds between two samples (server-http §5.1). */
const sampleMilliseconds = 1000

/** A node that starts now and lives until the store is created again. */
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
      if (now - last.at < sampleMilliseconds) return rates
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
      // Only listeners need a timer (decision 12).
      if (stoppedListeners.size > 0) environment.after(graceMilliseconds, () => stoppedListeners.forEach((listener) => listener()))
    },
    onStopped: (listener) => {
      stoppedListeners.add(listener)
      return () => stoppedListeners.delete(listener)
    },
  }
}
