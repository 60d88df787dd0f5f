// The types of the request pipeline: Route, Exchange, Reply.

import type { ReleaseFacts } from '../base/release/facts.ts'
import type { User } from '../base/user.ts'
import type { StreamRight } from '../streams/streams.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The callers of a route (server-http §3); a right on a stream depends on its access list. */
export type RouteAccess =
  | 'anyone'
  | 'authenticated'
  | 'admin'
  | 'admin-or-ops'
  | 'statistics'
  /** The user in the path variable `login`. */
  | 'oneself'
  | {
      readonly right: StreamRight
      /** The stream, as a template of path variables. Default: `{stream}`. */
      readonly stream?: string
      /** Whether anonymous callers are refused whatever the access list allows. */
      readonly authenticated?: boolean
    }

/**
 * One line of the route table. Paths are templates: `{name}` is one segment, `{*name}` the rest. The table has the server's order of
 * registration, which decides `Access-Control-Allow-Methods` (server-http §2.4).
 */
export interface Route {
  readonly method: Method
  readonly path: string
  readonly access: RouteAccess
  /** Media types of the request body; `any` only requires one; absent: the route ignores body and type. */
  readonly reads?: readonly string[] | 'any'
  /** Media types of the answer, the default first; `any` accepts every request. */
  readonly writes: readonly string[] | 'any'
  readonly handle: (exchange: Exchange) => Promise<Reply>
}

export interface Exchange {
  readonly request: Request
  /** What the store does where releases differ. */
  readonly facts: ReleaseFacts
  readonly url: URL
  /** Absolute prefix of generated links, without a trailing slash, from the forwarded and advertised addresses (streams-http §4.5). */
  readonly base: string
  /** As `base`, without the forwarded prefix: for redirects to the pages of `/web` (server-http §2.8). */
  readonly unprefixedBase: string
  /** As `base`, but from the request's own address: for redirects of streams. */
  readonly requestBase: string
  /** Path variables, decoded twice (streams-http §4.1). */
  readonly params: Readonly<Record<string, string>>
  readonly query: QueryParameters
  /** Undefined for an anonymous caller. */
  readonly user: User | undefined
  /** The media type of the body, without parameters; empty where the route ignores it. */
  readonly requestType: string
  /** The negotiated media type of the answer; the range of all types where the route writes `any` and `?format=` names none. */
  readonly responseType: string
  body(): Promise<Uint8Array>
}

/** Query parameters: case-insensitive names, values form-decoded once, repeated ones joined with commas (streams-http §4.1). */
export interface QueryParameters {
  /** Undefined where the parameter is absent or has no `=`. */
  get(name: string): string | undefined
  /** As `get`, but only the first of repeated values; `format` is read this way. */
  first(name: string): string | undefined
}

export interface Reply {
  readonly status: number
  /** Default: the usual phrase of the status. */
  readonly reason?: string
  /** The whole `Content-Type` header; undefined means no header, an empty text an empty header. */
  readonly type?: string
  /** Override headers of the CORS block. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /**
   * The CORS headers (server-http §2.4): by default the block with the methods of the path, with `no-methods` the block without
   * `Access-Control-Allow-Methods` (no route was chosen), with `none` no block (streams-http §8.6).
   */
  readonly cors?: 'no-methods' | 'none'
  /** The server never answers this request: the reply waits for the setting `requestTimeout` (server-http §2.10). */
  readonly afterTimeout?: true
}
