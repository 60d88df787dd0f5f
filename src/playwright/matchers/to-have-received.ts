// Looks whether the application has sent a request, and which of its requests comes closest where it has not.

import { isRegExp } from '../../base/platform/realms.ts'
import type { LoggedExchange, LoggedRequest } from '../../engine/observe/request-log.ts'
import { agrees, likeness, nearest, shapedLike } from './likeness.ts'
import type { Differ, LookedAt } from './to-have-stream.ts'
import { basePathOf } from './to-have-stream.ts'
import type { Look } from './polling.ts'

/** Every member that is given must hold. */
export interface ExpectedRequest {
  /** In any case. */
  readonly method?: string
  /**
   * Below the base URL, e.g. `/streams/orders`, escaped or not, with `*` for any run of characters; a query counts where it is
   * given. Or a regular expression for path and query.
   */
  readonly path?: string | RegExp
  /** The status of the answer; 0 for a dropped connection. */
  readonly status?: number
  /** The status of a gRPC call that has ended, such as 9 for FAILED_PRECONDITION. */
  readonly grpcStatus?: number
  /** The parsed JSON of its body, which may have more members, or its text. */
  readonly body?: unknown
  /** Exactly so often. Default: once or more. */
  readonly times?: number
}

export interface Received {
  readonly method: string
  readonly path: string
  /** Undefined for a call that is under way. */
  readonly status: number | undefined
  readonly grpcStatus?: number
  readonly body: unknown
}

export async function lookForRequests(store: LookedAt, { times, ...expected }: ExpectedRequest, differ: Differ): Promise<Look> {
  const received = await receivedBy(store)
  const wanted = withMethod(expected)
  const count = received.filter((request) => fits(request, wanted)).length
  const explain = (): string => {
    const often = `Received ${count === 1 ? 'once' : `${count} times`}, expected ${times === undefined ? 'once or more' : `${times} times`}.`
    const closest = nearest(received, (request) => (fits(request, wanted) ? -1 : closeness(request, wanted)))
    const diff = closest && count === 0 ? `\n\nThe request that comes closest:\n\n${differ(shown(wanted), shapedFor(closest, wanted))}` : ''
    return `${often}${diff}\n\n${list(received)}`
  }
  const pass = times === undefined ? count > 0 : count === times
  // A received request stays received.
  return { pass, final: times !== undefined && count > times, explain }
}

/**
 * In the order in which they were sent: late ones are logged when they are answered. Calls count from their start, because subscriptions and
 * the clients' calls for appends only end with the client.
 */
export async function receivedBy(store: LookedAt): Promise<Received[]> {
  const basePath = basePathOf(store)
  const entries = await store.requests.entries
  const underWay = (store.requests.pending ?? []).filter(isCall)
  return [...entries, ...underWay].toSorted((one, other) => one.id - other.id).map((request) => toReceived(request, basePath))
}

/** Methods are expected in any case. */
export const withMethod = <T extends ExpectedRequest>(expected: T): T => ({
  ...expected,
  ...(expected.method !== undefined && { method: expected.method.toUpperCase() }),
})

/** Whether it is a gRPC call. */
export const isCall = ({ requestHeaders }: LoggedRequest): boolean =>
  requestHeaders.some(([name, value]) => name === 'content-type' && value.startsWith('application/grpc'))

function toReceived({ method, url, requestBody, ...others }: LoggedRequest | LoggedExchange, basePath: string): Received {
  const { pathname, search } = new URL(url)
  const sent = { method, path: pathname.slice(basePath.length) + search, body: valueOf(requestBody) }
  if (!('outcome' in others)) return { ...sent, status: undefined }
  if (others.outcome.kind !== 'answered') return { ...sent, status: 0 }
  const { status, headers } = others.outcome
  const grpcStatus = headers.find(([name]) => name === 'grpc-status')?.[1]
  return { ...sent, status, ...(grpcStatus !== undefined && { grpcStatus: Number(grpcStatus) }) }
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const fits = (request: Received, { path, ...others }: ExpectedRequest): boolean =>
  (path === undefined || spellings(request.path, path).some((spelling) => pathPattern(path).test(spelling))) &&
  agrees(request, others, false)

/** As it was sent, and with its escapes read: a test may write `$all` or `%24all`. */
function spellings(sent: string, expected: string | RegExp): string[] {
  const path = isRegExp(expected) || expected.includes('?') ? sent : withoutQuery(sent)
  try {
    return [path, decodeURIComponent(path)]
  } catch {
    return [path]
  }
}

const withoutQuery = (path: string): string => path.replace(/\?.*$/, '')

/** The text as it stands, but `*`. A regular expression with the flag `g` or `y` would go on behind its last match. */
const pathPattern = (path: string | RegExp): RegExp =>
  isRegExp(path)
    ? new RegExp(path.source, path.flags.replace(/[gy]/g, ''))
    : new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)

export const shown = ({ path, ...others }: ExpectedRequest): object => ({ ...others, ...(path !== undefined && { path: String(path) }) })

/** Share of the expected members that a request has, from 0 to 1. */
export const closeness = (request: Received, expected: ExpectedRequest): number => likeness(request, shown(expected))

export function shapedFor(request: Received, expected: ExpectedRequest): unknown {
  const { path, ...others } = expected
  const fitting = path !== undefined && fits(request, { path })
  return { ...(shapedLike(request, others, false) as object), ...(path !== undefined && { path: fitting ? String(path) : request.path }) }
}

const most = 20

function list(received: readonly Received[]): string {
  if (received.length === 0) return 'The store has received no request.'
  const lines = received.slice(-most).map((request) => `  ${printReceived(request)}`)
  return [`Requests${received.length > most ? `, the last ${most} of ${received.length}` : ''}:`, ...lines].join('\n')
}

export function printReceived({ method, path, status, grpcStatus }: Received): string {
  const answer = status === undefined ? 'under way' : status === 0 ? 'dropped' : status
  return `${method} ${path} → ${answer}${grpcStatus === undefined ? '' : `, grpc-status ${grpcStatus}`}`
}
