// The types of the control routes: a line of the table, the exchange that its handler sees, and the reply.

import type { Store } from '../engine/store.ts'
import type { ControlChanges } from './changes.ts'
import type { NamedStores } from './named-stores.ts'
import type { Schema } from './schema.ts'

export type ControlMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A parameter of the query. */
export interface QueryParameter {
  readonly description: string
  readonly schema: Schema
}

/** What a route answers with one status. */
export interface ControlAnswer {
  readonly description: string
  /** Of the JSON body; undefined for none, or another type. */
  readonly schema?: Schema
  /** Media type of the body. Default: JSON where there is a schema. */
  readonly type?: string
}

/**
 * One line of the table, from which the requests are answered, and the OpenAPI document and docs/server/control-routes.md are written.
 * Paths are below `/-`; `{name}` is one segment.
 */
export interface ControlRoute {
  readonly method: ControlMethod
  readonly path: string
  /** Of one store, and so also below `/-/s/{store}/-`, or of the whole server. */
  readonly of: 'store' | 'server'
  /** One sentence without a full stop. */
  readonly summary: string
  readonly query?: Readonly<Record<string, QueryParameter>>
  /** Whether it changes nothing, although its method is not GET, because its question is a body. */
  readonly isQuestion?: true
  /** Of the JSON body; absent: the route takes none. */
  readonly body?: Schema
  /** Whether a request without a body means an empty object. */
  readonly isBodyOptional?: true
  /** By status; those of bad requests and strangers are the same everywhere, and not listed here. */
  readonly answers: Readonly<Record<number, ControlAnswer>>
  readonly handle: (exchange: ControlExchange) => ControlReply | Promise<ControlReply>
}

export interface ControlExchange {
  readonly store: Store
  /** The name of the store; undefined for the one that the port serves. */
  readonly name: string | undefined
  readonly stores: NamedStores
  readonly changes: ControlChanges
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Fits the schema of the route. */
  readonly body: unknown
  readonly headers: Headers
  /** @returns the OpenAPI document of everything that the port answers. */
  readonly describe: () => Promise<object>
  /** Where the client reaches the port, for example `http://localhost:2113`. */
  readonly origin: string
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
}

export type ControlReply =
  | { readonly kind: 'json'; readonly status: number; readonly value: unknown; readonly headers?: Readonly<Record<string, string>> }
  /** Nothing to say: 204. */
  | { readonly kind: 'done' }
  | { readonly kind: 'problem'; readonly problem: ControlProblem }
  /** What the store itself answers. */
  | { readonly kind: 'answer'; readonly response: Response }
  /** Server-sent events, as they come. */
  | { readonly kind: 'events'; readonly body: ReadableStream<Uint8Array> }

/** Why a request was not carried out, as RFC 9457 has it. */
export interface ControlProblem {
  readonly status: number
  /** The kind of problem, in words that programs may compare. */
  readonly code: string
  readonly detail: string
  /** Further members, by name. */
  readonly more?: Readonly<Record<string, unknown>>
}

export const json = (value: unknown, status = 200): ControlReply => ({ kind: 'json', status, value })
export const done: ControlReply = { kind: 'done' }
export const problem = (status: number, code: string, detail: string, more?: Readonly<Record<string, unknown>>): ControlReply => ({
  kind: 'problem',
  problem: { status, code, detail, ...(more && { more }) },
})
