// The messages between the page and a Worker with queries.

import { isObject } from '../../base/platform/realms.ts'
import type { LanguageFacts } from '../../base/release/facts.ts'
import type { QueryFault, QueryOptions, RunLimits } from '../query.ts'
import type { SentEvents } from './columns.ts'
import type { SharedEngine } from './engine/engine.ts'
import type { LoadReply, QueryEngine, RunReply } from './query-engine.ts'

/** Tells the first call from messages of other code in the same Worker. */
export const greeting = 'rillbox-query'

export const isGreeting = (message: unknown): boolean => isObject(message) && 'greeting' in message && message.greeting === greeting

/** `query` is the number of a query in its Worker. */
export type Call =
  /** The first call. @param engine the shared engine of another Worker. @param mostInstances see `limitInstances`. */
  | {
      readonly kind: 'prepare'
      readonly greeting: typeof greeting
      readonly engine: SharedEngine | undefined
      readonly mostInstances: number
    }
  /** Parses a query without opening it. */
  | { readonly kind: 'check'; readonly source: string; readonly language: LanguageFacts | undefined }
  | { readonly kind: 'open'; readonly query: number; readonly source: string; readonly options: QueryOptions }
  | { readonly kind: 'close'; readonly query: number }
  /** `load` and `run` as in `QueryEngine`. */
  | { readonly kind: 'load'; readonly query: number; readonly events: SentEvents; readonly next: RunLimits | undefined }
  | { readonly kind: 'run'; readonly query: number; readonly texts: string; readonly limits: RunLimits; readonly held: string }

/** The reply to each kind of call. */
export interface Replies {
  /** The engine to share, from a Worker that was given none. */
  readonly prepare: { readonly engine: SharedEngine | undefined }
  readonly check: { readonly fault: QueryFault | undefined }
  readonly open: Pick<QueryEngine, 'sources' | 'needs'> | { readonly fault: QueryFault }
  readonly close: Readonly<Record<string, never>>
  readonly load: LoadReply
  readonly run: RunReply
}

/** A Worker takes one call after the other, so a reply needs no number. */
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
