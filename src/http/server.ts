// Answers one request, with the checks in the documented order (server-http §2.1).

import type { Environment } from '../base/platform/environment.ts'
import { isStoreError } from '../base/errors.ts'
import type { HttpFacts } from '../base/release/facts.ts'
import { factsOf } from '../base/release/releases.ts'
import type { Settings } from '../base/settings.ts'
import type { Users } from '../users/users.ts'
import { authenticate } from './pipeline/authenticate.ts'
import type { StreamAccess } from './pipeline/authorize.ts'
import { isAllowed } from './pipeline/authorize.ts'
import { linkBase } from './pipeline/request/base-url.ts'
import type { AnswerRequest } from '../base/answer.ts'
import type { Reply, Route } from './exchange.ts'
import { healthReply, isHealthPath } from './server-info/health.ts'
import type { NodeState } from '../node/state.ts'
import { prepareExchange } from './pipeline/prepare.ts'
import * as replies from './pipeline/reply/replies.ts'
import { toAnswer } from './pipeline/reply/reply.ts'
import type { RouteMatch } from './pipeline/request/router.ts'
import { allowedMethods, chooseRoute, createRouter } from './pipeline/request/router.ts'

export interface ServerOptions {
  readonly routes: readonly Route[]
  readonly users: Pick<Users, 'verify'>
  readonly streams: StreamAccess
  readonly node: NodeState
  readonly settings: Settings
  readonly environment: Environment
  /** Path in front of every route, without a trailing slash; empty at the root of an origin. */
  readonly basePath: string
}

/**
 * Answers every request.
 *
 * @returns a function that rejects only where the storage was closed or the client aborted.
 */
export function createServer(options: ServerOptions): AnswerRequest {
  const { users, streams, node, settings, environment, basePath } = options
  const facts = factsOf(settings.release)
  const router = createRouter(options.routes)

  return async (request) => {
    if (node.status() === 'stopped') return { kind: 'dropped' }
    const path = withoutBasePath(new URL(request.url).pathname, basePath)
    const matches = path === undefined ? [] : router.match(path)
    const reply = await replyTo(request, path, matches)
    node.handled.requests += 1
    if (reply.afterTimeout) await new Promise<void>((done) => environment.after(settings.requestTimeout, done))
    const methods = matches.length === 0 ? undefined : allowedMethods(matches)
    return toAnswer(reply, { methods, now: environment.now(), facts: facts.http })
  }

  async function replyTo(request: Request, path: string | undefined, matches: readonly RouteMatch[]): Promise<Reply> {
    if (path?.includes('%00')) return replies.pathRefused
    const { preflightMethods } = facts.http
    if (preflightMethods !== undefined && replies.isPreflight(request)) return replies.preflight(request, preflightMethods)
    return await answerOrReport(request, path, matches)
  }

  async function answerOrReport(request: Request, path: string | undefined, matches: readonly RouteMatch[]): Promise<Reply> {
    try {
      return isHealthPath(path) ? await answerHealth(request, path) : await answer(request, path, matches)
    } catch (error) {
      // There is no one to answer: the store is closed, or the client aborted.
      if (isStoreError(error, 'storage-closed') || request.signal.aborted) throw error
      environment.report(error)
      return replies.handlerFailed
    }
  }

  async function answerHealth(request: Request, path: string): Promise<Reply> {
    const caller = facts.http.checksCredentialsOfHealth ? await authenticate(request, users, settings) : undefined
    if (caller?.kind === 'refused') return caller.reply
    const reply = healthReply(request, path, node.status(), facts.node)
    return facts.http.exposesUnknownPaths ? reply : replies.besideRoutes(request, reply)
  }

  async function answer(request: Request, path: string | undefined, matches: readonly RouteMatch[]): Promise<Reply> {
    const caller = await authenticate(request, users, settings)
    if (caller.kind === 'refused') return caller.reply
    if (request.headers.get('Content-Type')?.startsWith('application/grpc')) return replies.protocolUnknown
    // Headers without a valid address fail every request, whatever its path and method (projections-http §2.5).
    const base = linkBase(new URL(request.url), request.headers, basePath, settings)
    if (!base) return replies.routingFailed
    const missing = matches.length === 0 ? missingPart(path ?? '', facts.http) : undefined
    if (missing !== undefined) return replies.partMissing(missing)
    if (matches.length === 0)
      return facts.http.exposesUnknownPaths ? replies.pathUnknown : replies.besideRoutes(request, replies.pathUnknown)
    if (request.method === 'OPTIONS') return replies.options
    const match = chooseRoute(matches, request.method)
    if (!match) return replies.methodUnknown
    const prepared = prepareExchange(request, match, caller.user, { basePath, base, facts })
    if (prepared.kind === 'refused') return prepared.reply
    const { exchange } = prepared
    if (!(await isAllowed(match.route.access, exchange, streams, settings))) return replies.notAllowed
    node.handled[request.method === 'GET' ? 'reads' : 'writes'] += 1
    return await match.route.handle(exchange)
  }
}

/** The part of the server that has a path, and that no store has. */
const missingPart = (path: string, { missingParts }: HttpFacts): string | undefined =>
  missingParts.find((missing) => path === missing.path || path.startsWith(`${missing.path}/`))?.part

/** The path that routes see; undefined outside the base path. */
function withoutBasePath(pathname: string, basePath: string): string | undefined {
  if (pathname === basePath) return '/'
  return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : undefined
}
