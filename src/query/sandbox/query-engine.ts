// One engine with a query defined in it, on any thread, as the host calls it.

import type { Needs } from '../plan/needs.ts'
import type { QueryFault, RunLimits, Sources } from '../query.ts'
import type { SentEvents } from './columns.ts'

/** Calls must not overlap. After a reply without its engine only `close` is allowed. */
export interface QueryEngine {
  readonly sources: Sources
  /** The parts of events that batches must contain. */
  readonly needs: Needs
  load(events: SentEvents): LoadReply | Promise<LoadReply>
  /** @param texts name, state and result of each partition in a flat list, as JSON. */
  run(texts: string, limits: RunLimits): RunReply | Promise<RunReply>
  close(): void
}

export interface LoadReply {
  /** Partitions met for the first time, whose texts the engine lacks. */
  readonly missing: readonly string[]
  /** Set where the engine is dead; nothing of the batch is loaded. */
  readonly crash?: QueryFault
}

export interface RunReply {
  /** `RunReport` as JSON; absent where the engine is dead. */
  readonly report?: string
  /** Without the number of an event where the engine is dead. */
  readonly fault?: QueryFault
  /** Real milliseconds in the sandbox. */
  readonly handlerTime: number
}
