// One engine with a query defined in it, on any thread, as the host calls it.

import type { Needs } from '../plan/needs.ts'
import type { QueryFault, RunLimits, Sources } from '../query.ts'
import type { SentEvents } from './columns.ts'

/** Calls must not overlap. After a reply whose engine is dead or lost only `close` is allowed. */
export interface QueryEngine {
  readonly sources: Sources
  /** The parts of events that batches must contain. */
  readonly needs: Needs
  /** @param next runs the events with these limits, without texts, where none are missing; an engine on this thread need not. */
  load(events: SentEvents, next?: RunLimits): LoadReply | Promise<LoadReply>
  /**
   * @param texts name, state and result of each partition in a flat list, as JSON.
   * @param held emissions that an engine before it has kept for the next event, a list of `HeldWrite` as JSON; empty for none.
   */
  run(texts: string, limits: RunLimits, held: string): RunReply | Promise<RunReply>
  close(): void
}

export interface LoadReply {
  /** Partitions met for the first time, whose texts the engine lacks. */
  readonly missing: readonly string[]
  /** Set where the engine is dead; nothing of the batch is loaded. */
  readonly crash?: QueryFault
  /** The reply to the run that followed. */
  readonly ran?: RunReply
  /** The engine is gone, and this query is not to blame. Default: false. */
  readonly isLost?: boolean
}

export interface RunReply {
  /** `RunReport` as JSON; absent where the engine is dead or lost. */
  readonly report?: string
  /** Without the number of an event where the engine is dead. */
  readonly fault?: QueryFault
  /** The engine is gone, and this query is not to blame. Default: false. */
  readonly isLost?: boolean
  /** Real milliseconds in the sandbox. */
  readonly handlerTime: number
}
