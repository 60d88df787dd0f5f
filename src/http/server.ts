// The journey of one request, in the documented order of checks (server-http §2.1).

import type { Environment } from '../base/environment.ts'
import { isStoreError } from '../base/errors.ts'
import type { Settings } from '../base/settings.ts'
import type { User } from '../base/user.ts'
import type { Users } from '../users/users.ts'
import { authenticate } from './authenticate.ts'
import type { StreamRights } from './authorize.ts'
import { isAllowed } from './authorize.ts'
import { linkBase, requestBase } from './base-url.ts'
import type { Exchange, Reply, Route } from './exchange.ts'
import { healthReply, isHealthPath } from './health.ts'
import { requestType, responseType } from './negotiate.ts'
import type { NodeState } from './node-state.ts'
import * as replies from './replies.ts'
import { toResponse } from './reply.ts'
import type { RouteMatch } from './router.ts'
import { allowedMethods, chooseRoute, createRouter } from './router.ts'
import { parseQuery } from './url.ts'

export interface ServerOptions {
  readonly routes: readonly Route[]
  readonly users: Pick<Users, 'verify'>
  readonly streams: StreamRights
  readonly node: NodeState
  readonly settings: Settings
  readonly environment: Environment
  /** Path in front of every route, without a trailing slash; empty at the root of an origin. */
  readonly basePath: string
}

/** What is answered, and the methods of the path where routes match it. */
interface Answer {
  readonly reply: Reply
  readonly methods?: string
}

/**
 * The store's `fetch`: answers any request whatever.
 *
 * @returns a function that rejects only where the storage was closed or the request's body cannot be read.
 */
export function createServer(options: ServerOptions): (request: Request) => Promise<Response> {
  const { users, node, settings, environment, basePath } = options
  const router = createRouter(options.routes)

  return async (request) => {
    if (node.status() === 'stopped') return Response.error()
    const url = new URL(request.url)
    const path = withoutBasePath(url.pathname, basePath)
    const { reply, methods } = isHealthPath(path)
      ? { reply: healthReply(path, request.method, node.status()), methods: undefined }
      : await answer(request, url, path)
    node.handled.requests += 1
    if (reply.afterTimeout) await new Promise<void>((done) => environment.after(settings.requestTimeout, done))
    return toResponse(reply, { methods, now: environment.now() })
  }

  async function answer(request: Request, url: URL, path: string | undefined): Promise<Answer> {
    const caller = await authenticate(request, users, settings)
    if (caller.kind === 'refused') return { reply: caller.reply }
    if (request.headers.get('Content-Type')?.startsWith('application/grpc')) return { reply: replies.protocolUnknown }
    const matches = path === undefined ? [] : router.match(path)
    if (matches.length === 0) return { reply: replies.pathUnknown }
    const reply = await dispatch(request, url, matches, caller.user)
    return { reply, methods: allowedMethods(matches) }
  }

  async function dispatch(request: Request, url: URL, matches: RouteMatch[], user: User | undefined): Promise<Reply> {
    if (request.method === 'OPTIONS') return replies.preflight
    const match = chooseRoute(matches, request.method)
    if (!match) return replies.methodUnknown
    const prepared = prepare(request, url, match, user)
    if ('refusal' in prepared) return prepared.refusal
    try {
      const allowed = await isAllowed(match.route.access, prepared.exchange, options.streams, settings)
      if (!allowed) return replies.notAllowed
      node.handled[request.method === 'GET' ? 'reads' : 'writes'] += 1
      return await match.route.handle(prepared.exchange)
    } catch (error) {
      // Nobody is left to answer: the store is closed, or the client gave up.
      if (isStoreError(error, 'storage-closed') || request.signal.aborted) throw error
      environment.report(error)
      return replies.handlerFailed
    }
  }

  /** Everything about the request that can be refused before anybody's rights are looked at. */
  function prepare(request: Request, url: URL, match: RouteMatch, user: User | undefined): { exchange: Exchange } | { refusal: Reply } {
    const { route, params } = match
    const query = parseQuery(url.search)
    const reads = route.reads ? requestType(request.headers.get('Content-Type'), route.reads) : undefined
    if (reads?.kind === 'unsupported') return { refusal: replies.typeUnsupported }
    if (reads?.kind === 'malformed') return { refusal: replies.routingFailed }
    const writes = responseType({ format: query.first('format'), accept: request.headers.get('Accept') }, route.writes)
    if (writes.kind === 'unknown-format') return { refusal: replies.routingFailed }
    if (writes.kind === 'unavailable') return { refusal: replies.typeUnavailable }
    const base = linkBase(url, request.headers, basePath, settings)
    if (!base) return { refusal: replies.routingFailed }
    const exchange: Exchange = {
      request,
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
    return { exchange }
  }
}

/** The path that routes see; undefined outside the base path. */
function withoutBasePath(pathname: string, basePath: string): string | undefined {
  if (pathname === basePath) return '/'
  return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : undefined
}

/** A stream of bytes can be read once, but several readers may ask. */
function readOnce(request: Request): () => Promise<Uint8Array> {
  let body: Promise<Uint8Array> | undefined
  return () => (body ??= request.arrayBuffer().then((buffer) => new Uint8Array(buffer)))
}
