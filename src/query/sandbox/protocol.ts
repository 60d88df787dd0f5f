// What the page and a query's Worker say to each other.

import type { SentEvents } from './columns.ts'
import type { SharedEngine } from './engine.ts'
import type { Needs } from '../plan/needs.ts'
import type { QueryFault, QueryOptions, RunLimits, Sources } from '../query.ts'

/** What became of loading a batch. */
export interface LoadReply {
  /** Partitions whose texts are missing. */
  readonly missing: readonly string[]
  /** The engine is dead; nothing of the batch is loaded. */
  readonly crash?: QueryFault
}

/** What became of a run. */
export interface RunReply {
  /** `OutcomeHead` as JSON and the texts behind it; absent where the engine is dead. */
  readonly outcome?: string
  /** Without the number of an event where the engine is dead. */
  readonly fault?: QueryFault
  /** Real milliseconds in the sandbox. */
  readonly handlerTime: number
}

export type Call =
  /** Comes before everything else. @param engine what another Worker has sent. */
  | { readonly kind: 'prepare'; readonly engine: SharedEngine | undefined }
  | { readonly kind: 'open'; readonly source: string; readonly options: QueryOptions }
  /** Forgets the query: another one may be opened. */
  | { readonly kind: 'reset' }
  /** @param batch the number of one that was sent. */
  | { readonly kind: 'load'; readonly batch: number }
  /** @param batches to load before, where the page knows which partitions are missing. */
  | { readonly kind: 'run'; readonly batches: readonly number[]; readonly texts: string; readonly limits: RunLimits }

/**
 * Events that a call will refer to, while the Worker may still be at another; not answered. Numbers ascend; who loads one will load none
 * before it any more.
 */
export interface SentBatch {
  readonly kind: 'send'
  readonly batch: number
  readonly events: SentEvents
}

/** What is answered to each kind of call. */
export interface Replies {
  /** For other Workers, from the one that was given nothing. */
  readonly prepare: { readonly engine: SharedEngine | undefined }
  readonly open: { readonly sources: Sources; readonly needs: Needs } | { readonly fault: QueryFault }
  readonly reset: Readonly<Record<string, never>>
  readonly load: LoadReply
  readonly run: RunReply
}

/** Calls are made one after another, so a reply needs no number. */
export type WorkerReply =
  | { readonly kind: 'done'; readonly value: Replies[keyof Replies] }
  | { readonly kind: 'failed'; readonly error: ThrownError }
  /** No reply yet, but the Worker lives. @param silence milliseconds for which nothing need be heard from now on, where they change. */
  | { readonly kind: 'alive'; readonly silence: number | undefined }

/** An error on its way between threads, which lose classes. */
export interface ThrownError {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  /** Of a `StoreError`. */
  readonly code: string | undefined
  readonly hint: string | undefined
}
