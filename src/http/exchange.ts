// The types that a request meets on its way: Route, Exchange, Reply.

import type { User } from '../base/user.ts'
import type { StreamRight } from '../streams/streams.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may call a route (server-http §3); what an `$acl` says is looked up for the stream named. */
export type RouteAccess =
  | 'anyone'
  | 'authenticated'
  | 'admin'
  | 'admin-or-ops'
  | 'statistics'
  /** The user whom the path variable `login` names. */
  | 'oneself'
  | {
      readonly right: StreamRight
      /** The stream asked for, a template of path variables. Default: `{stream}`. */
      readonly stream?: string
      /** Anonymous callers are refused whatever the access list says. */
      readonly authenticated?: boolean
    }

/**
 * One line of the route table. Paths are templates: `{name}` is one segment, `{*name}` the rest. The order of the table is the
 * reference's order of registration: it decides `Access-Control-Allow-Methods` (server-http §2.4).
 */
export interface Route {
  readonly method: Method
  readonly path: string
  readonly access: RouteAccess
  /** Media types the request body may have; `any` demands only that there is one; absent: body and type are not looked at. */
  readonly reads?: readonly string[] | 'any'
  /** Media types the answer may have, the default first; `any` takes whatever is asked for. */
  readonly writes: readonly string[] | 'any'
  readonly handle: (exchange: Exchange) => Promise<Reply>
}

export interface Exchange {
  readonly request: Request
  readonly url: URL
  /** Absolute prefix of generated links, no trailing slash: forwarded and advertised addresses applied (streams-http §4.5). */
  readonly base: string
  /** As `base`, without the forwarded prefix: what the redirect to the pages of `/web` uses (server-http §2.8). */
  readonly unprefixedBase: string
  /** As `base`, but as the request came: what redirects of streams use. */
  readonly requestBase: string
  /** Path variables, decoded twice (streams-http §4.1). */
  readonly params: Readonly<Record<string, string>>
  readonly query: QueryParameters
  /** Undefined for an anonymous caller. */
  readonly user: User | undefined
  /** The media type of the body, without parameters; empty where the route does not look at it. */
  readonly requestType: string
  /** The media type chosen for the answer; the range of all types where the route writes `any` and `?format=` names none. */
  readonly responseType: string
  body(): Promise<Uint8Array>
}

/** Query parameters: names in any case, values form-decoded once, repeated ones joined with commas (streams-http §4.1). */
export interface QueryParameters {
  /** Undefined where the parameter is absent or has no `=`. */
  get(name: string): string | undefined
  /** The first of repeated values, as `format` is read; else as `get`. */
  first(name: string): string | undefined
}

export interface Reply {
  readonly status: number
  /** Default: the usual phrase of the status. */
  readonly reason?: string
  /** The `Content-Type`, as it is to stand in the header; no type means no header, an empty one an empty header. */
  readonly type?: string
  /** Replace headers of the CORS block that have the same name. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /**
   * Which CORS headers go out (server-http §2.4): by default the block with the methods of the path, `no-methods` the block without
   * `Access-Control-Allow-Methods` (nothing was chosen), `none` no block at all (streams-http §8.6).
   */
  readonly cors?: 'no-methods' | 'none'
  /** The reference never answers this request: the reply is sent after the setting `requestTimeout` (server-http §2.10). */
  readonly afterTimeout?: true
}
