// The messages between the page and a query's Worker.

import { isObject } from '../../base/platform/realms.ts'
import type { LanguageFacts } from '../../base/release/facts.ts'
import type { QueryFault, QueryOptions, RunLimits } from '../query.ts'
import type { SentEvents } from './columns.ts'
import type { SharedEngine } from './engine/engine.ts'
import type { LoadReply, QueryEngine, RunReply } from './query-engine.ts'

/** Tells the first call from messages of other code in the same Worker. */
export const greeting = 'rillbox-query'

export const isGreeting = (message: unknown): boolean => isObject(message) && 'greeting' in message && message.greeting === greeting

export type Call =
  /** The first call. @param engine the shared engine of another Worker. */
  | { readonly kind: 'prepare'; readonly greeting: typeof greeting; readonly engine: SharedEngine | undefined }
  /** Parses a query without opening it. */
  | { readonly kind: 'check'; readonly source: string; readonly language: LanguageFacts | undefined }
  | { readonly kind: 'open'; readonly source: string; readonly options: QueryOptions }
  /** Closes the query, so that another one may be opened. */
  | { readonly kind: 'reset' }
  /** `load` and `run` as in `QueryEngine`. */
  | { readonly kind: 'load'; readonly events: SentEvents }
  | { readonly kind: 'run'; readonly texts: string; readonly limits: RunLimits }

/** The reply to each kind of call. */
export interface Replies {
  /** The engine to share, from a Worker that was given none. */
  readonly prepare: { readonly engine: SharedEngine | undefined }
  readonly check: { readonly fault: QueryFault | undefined }
  readonly open: Pick<QueryEngine, 'sources' | 'needs'> | { readonly fault: QueryFault }
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
