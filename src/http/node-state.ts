// What the node says of itself as long as it lives: its ids, when it started, what it has done, and whether it is shutting down.

import type { Environment } from '../base/environment.ts'

/** The release whose answers are given. */
export const releaseVersion = '23.10.6.0'

/** `stopping`: requests are still answered; `stopped`: connections are refused. */
export type NodeStatus = 'ready' | 'stopping' | 'stopped'

export interface NodeState {
  readonly instanceId: string
  readonly epochId: string
  /** Milliseconds since 1970: when the node became leader. */
  readonly started: number
  /** Requests that were answered since then; `reads` and `writes` are those that reached a handler. */
  readonly handled: { requests: number; reads: number; writes: number }
  status(): NodeStatus
  /** Begins to shut down; does nothing the second time. */
  stop(): void
}

/** How long a node that was told to shut down still answers (server-http §8.2). */
const graceMilliseconds = 1000

/** A node that starts now; it lives until the store is created again. */
export function createNodeState(environment: Environment): NodeState {
  let stopped: number | undefined
  return {
    instanceId: environment.uuid(),
    epochId: environment.uuid(),
    started: environment.now(),
    handled: { requests: 0, reads: 0, writes: 0 },
    status: () => {
      if (stopped === undefined) return 'ready'
      return environment.now() - stopped < graceMilliseconds ? 'stopping' : 'stopped'
    },
    stop: () => {
      stopped ??= environment.now()
    },
  }
}
