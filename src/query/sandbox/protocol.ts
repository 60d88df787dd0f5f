// The messages between the page and a query's Worker.

import type { SentEvents } from './columns.ts'
import type { SharedEngine } from './engine.ts'
import type { Needs } from '../plan/needs.ts'
import type { QueryFault, QueryOptions, RunLimits, Sources } from '../query.ts'

/** The result of loading a batch. */
export interface LoadReply {
  /** Partitions whose texts are missing. */
  readonly missing: readonly string[]
  /** Set where the engine is dead; nothing of the batch is loaded. */
  readonly crash?: QueryFault
}

/** The result of a run. */
export interface RunReply {
  /** `OutcomeHead` as JSON and the texts behind it; absent where the engine is dead. */
  readonly outcome?: string
  /** Without the number of an event where the engine is dead. */
  readonly fault?: QueryFault
  /** Real milliseconds in the sandbox. */
  readonly handlerTime: number
}

export type Call =
  /** The first call. @param engine the shared engine of another Worker. */
  | { readonly kind: 'prepare'; readonly engine: SharedEngine | undefined }
  | { readonly kind: 'open'; readonly source: string; readonly options: QueryOptions }
  /** Closes the query, so that another one may be opened. */
  | { readonly kind: 'reset' }
  /** @param batch the number of a sent batch. */
  | { readonly kind: 'load'; readonly batch: number }
  /** @param batches to load first, where the page knows the missing partitions itself. */
  | { readonly kind: 'run'; readonly batches: readonly number[]; readonly texts: string; readonly limits: RunLimits }

/**
 * Events for a later call, possibly sent during another; gets no reply. Numbers ascend; loading a batch discards those before it.
 */
export interface SentBatch {
  readonly kind: 'send'
  readonly batch: number
  readonly events: SentEvents
}

/** The reply to each kind of call. */
export interface Replies {
  /** The engine to share, from a Worker that was given none. */
  readonly prepare: { readonly engine: SharedEngine | undefined }
  readonly open: { readonly sources: Sources; readonly needs: Needs } | { readonly fault: QueryFault }
  readonly reset: Readonly<Record<string, never>>
  readonly load: LoadReply
  readonly run: RunReply
}

/** Calls do not overlap, so a reply needs no number. */
export type WorkerReply =
  | { readonly kind: 'done'; readonly value: Replies[keyof Replies] }
  | { readonly kind: 'failed'; readonly error: ThrownError }
  /** A sign of life before the reply. @param silence milliseconds of silence allowed from now on, where they change. */
  | { readonly kind: 'alive'; readonly silence: number | undefined }

/** An error between threads, where it loses its class. */
export interface ThrownError {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  /** Of a `StoreError`. */
  readonly code: string | undefined
  readonly hint: string | undefined
}
