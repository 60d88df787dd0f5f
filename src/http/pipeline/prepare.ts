// Makes the exchange for a handler, or refuses the request for its headers, before any check of rights.

import type { ReleaseFacts } from '../../base/release/facts.ts'
import { nextTask } from '../../base/time/time-slice.ts'
import type { User } from '../../base/user.ts'
import type { LinkBase } from './request/base-url.ts'
import { requestBase } from './request/base-url.ts'
import type { Exchange, Reply } from '../exchange.ts'
import { requestType, responseType } from './request/negotiate.ts'
import { routingFailed, typeUnavailable, typeUnsupported } from './reply/replies.ts'
import type { RouteMatch } from './request/router.ts'
import { parseQuery } from './request/url.ts'

export type PreparedExchange =
  { readonly kind: 'exchange'; readonly exchange: Exchange } | { readonly kind: 'refused'; readonly reply: Reply }

/** The address of the store in URLs, and its release. */
export interface Server {
  readonly facts: ReleaseFacts
  /** Path in front of every route, without a trailing slash; empty at the root of an origin. */
  readonly basePath: string
  /** Base of generated links. */
  readonly base: LinkBase
}

/** Steps 7 and 8 of server-http §2.1: checks the type of the body first, then that of the answer. */
export function prepareExchange(
  request: Request,
  match: RouteMatch,
  user: User | undefined,
  { basePath, base, facts }: Server,
): PreparedExchange {
  const { headers } = request
  const { route, params } = match
  const url = new URL(request.url)
  const query = parseQuery(url.search)

  const reads = route.reads ? requestType(headers.get('Content-Type'), route.reads) : undefined
  if (reads?.kind === 'unsupported') return refused(typeUnsupported)
  if (reads?.kind === 'malformed') return refused(routingFailed)
  const writes = responseType({ format: query.first('format'), accept: headers.get('Accept'), vendor: facts.http.vendors[0] }, route.writes)
  if (writes.kind === 'unknown-format') return refused(routingFailed)
  if (writes.kind === 'unavailable') return refused(typeUnavailable)

  const exchange: Exchange = {
    request,
    facts,
    url,
    base: base.prefixed,
    unprefixedBase: base.unprefixed,
    requestBase: requestBase(url, basePath),
    params,
    query,
    user,
    requestType: reads?.type ?? '',
    responseType: writes.type,
    body: readOnce(request),
  }
  return { kind: 'exchange', exchange }
}

const refused = (reply: Reply): PreparedExchange => ({ kind: 'refused', reply })

/** Several callers may read the body, but the request's stream only once. */
function readOnce(request: Request): () => Promise<Uint8Array> {
  let body: Promise<Uint8Array> | undefined
  return () => (body ??= request.arrayBuffer().then(bytesIn))
}

/** Bytes that take the platform some milliseconds to copy. */
const longBody = 2 ** 20

/** Lets others run between a long body's arrival and the work on it. */
function bytesIn(buffer: ArrayBuffer): Uint8Array | Promise<Uint8Array> {
  const bytes = new Uint8Array(buffer)
  return bytes.length < longBody ? bytes : nextTask().then(() => bytes)
}
