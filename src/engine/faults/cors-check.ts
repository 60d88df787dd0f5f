// Refuses requests that a page on another origin could not have sent, and hides answers that it could not read: interceptors skip these checks of browsers.

import type { Answered, AnswerRequest, Dropped } from '../../base/answer.ts'
import { headerOf } from '../../base/answer.ts'

const safelistedMethods = new Set(['GET', 'HEAD', 'POST'])
const safelistedTypes = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'])
const safelistedRequestHeaders = new Set(['accept', 'accept-language', 'content-language', 'content-type', 'range'])
const readableHeaders = ['cache-control', 'content-language', 'content-length', 'content-type', 'expires', 'last-modified', 'pragma']
/** Not for the page, but for browsers that check the answers of interceptors themselves, by these headers. */
const browsersOwn = /^access-control-(?:allow-(?:origin|credentials)|expose-headers)$/
/** Set by the browser itself: no page can send them, and no preflight asks for them. */
const browserHeaders =
  /^(?:sec-|proxy-|(?:accept-charset|accept-encoding|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|te|trailer|transfer-encoding|upgrade|user-agent|via)$)/

export interface CorsOptions {
  /**
   * Origin of the page that calls. Default: the request's `Origin` header. Requests without either, and those to the page's own origin,
   * pass unchanged.
   */
  readonly pageOrigin?: string
  /** The server's name and release, for refusals. */
  readonly product: string
  /** Told why a request was refused, as browsers tell it in their console. */
  readonly tell?: (refusal: string) => void
}

/**
 * Wraps answers with the checks of the Fetch standard for requests across origins.
 *
 * @returns a function that drops requests where the page would get a TypeError, and says why.
 */
export function checkCors(answer: AnswerRequest, { pageOrigin, product, tell }: CorsOptions): AnswerRequest {
  const refuse = ({ method, url }: Request, origin: string, why: string): Dropped => {
    const refusal = `Strict CORS refused ${method} ${url} from a page on ${origin}: ${why}`
    tell?.(refusal)
    return { kind: 'dropped', refusal }
  }
  return async (request) => {
    const origin = pageOrigin ?? request.headers.get('Origin')
    if (origin === null || origin === new URL(request.url).origin) return await answer(request)
    const forbidden = needsPreflight(request) ? await problemOfPreflight(request, origin, answer) : undefined
    if (forbidden !== undefined) return refuse(request, origin, `${forbidden} The store answers as ${product}.`)
    const answered = await answer(withOrigin(request, origin))
    if (answered.kind === 'dropped') return refuse(request, origin, `the answer is a network error.`)
    const unreadable = problemOfOrigin(answered, origin, request.credentials)
    return unreadable === undefined ? hideHeaders(answered) : refuse(request, origin, `the answer ${unreadable}`)
  }
}

/** Interceptors get requests before the browser has named their origin, by which the server answers for paths that it does not know. */
function withOrigin(request: Request, origin: string): Request {
  if (request.headers.has('Origin')) return request
  const headers = new Headers(request.headers)
  headers.set('Origin', origin)
  return Object.defineProperty(new Request(request), 'headers', { value: headers })
}

const needsPreflight = (request: Request): boolean => !safelistedMethods.has(request.method) || unsafeHeaders(request).length > 0

/** Names of headers that only a preflight can allow, in lower case. */
function unsafeHeaders({ headers }: Request): string[] {
  const names = [...headers.keys()].filter((name) => !browserHeaders.test(name))
  return names.filter((name) => !safelistedRequestHeaders.has(name) || (name === 'content-type' && !hasSafelistedType(headers)))
}

const hasSafelistedType = (headers: Headers): boolean =>
  safelistedTypes.has((headers.get('Content-Type') ?? '').split(';')[0]!.trim().toLowerCase())

/** @returns why the store does not allow the request; undefined if it does. */
async function problemOfPreflight(request: Request, origin: string, answer: AnswerRequest): Promise<string | undefined> {
  const asked = unsafeHeaders(request)
  const preflight = await answer(preflightOf(request, origin, asked))
  if (preflight.kind === 'dropped') return 'its preflight met a network error.'
  const { status, statusText } = preflight
  if (status < 200 || status > 299) return `its preflight was answered ${`${status} ${statusText}`.trimEnd()}.`
  const unreadable = problemOfOrigin(preflight, origin, request.credentials)
  if (unreadable !== undefined) return `the answer to its preflight ${unreadable}`
  const methods = listOf(preflight, 'access-control-allow-methods')
  const headers = listOf(preflight, 'access-control-allow-headers')
  const wildcard = request.credentials !== 'include'
  const allowsMethod = safelistedMethods.has(request.method) || methods.includes(request.method) || (wildcard && methods.includes('*'))
  if (!allowsMethod) return `the method ${request.method} is not in Access-Control-Allow-Methods (${methods.join(', ')}).`
  const allowed = new Set(headers.map((name) => name.toLowerCase()))
  // The standard takes `Authorization` out of the wildcard.
  const lacking = asked.filter((name) => !allowed.has(name) && !(wildcard && name !== 'authorization' && allowed.has('*')))
  if (lacking.length === 0) return undefined
  const which = lacking.length === 1 ? `the header ${lacking[0]} is` : `the headers ${lacking.join(', ')} are`
  return `${which} not in Access-Control-Allow-Headers (${headers.join(', ')}).`
}

/** In a page only the browser can set these headers on a request, so the request gets headers of their own. */
function preflightOf({ url, method }: Request, origin: string, asked: readonly string[]): Request {
  const headers = new Headers({ Origin: origin, 'Access-Control-Request-Method': method })
  if (asked.length > 0) headers.set('Access-Control-Request-Headers', asked.join(','))
  return Object.defineProperty(new Request(url, { method: 'OPTIONS' }), 'headers', { value: headers })
}

const listOf = (answered: Answered, name: string): string[] =>
  (headerOf(answered, name) ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

/** @returns why a page of the origin may not read the answer, as the end of "The answer …"; undefined if it may. */
function problemOfOrigin(answered: Answered, origin: string, credentials: Request['credentials']): string | undefined {
  const allowed = headerOf(answered, 'access-control-allow-origin')
  if (allowed === null) return 'has no Access-Control-Allow-Origin.'
  if (credentials !== 'include') return allowed === '*' || allowed === origin ? undefined : `allows only the origin ${allowed}.`
  if (allowed !== origin) return `allows the origin ${allowed}; a request with credentials needs its own origin named.`
  if (headerOf(answered, 'access-control-allow-credentials') !== 'true') return 'has no Access-Control-Allow-Credentials: true.'
  return undefined
}

/** Leaves the headers that a page may read: the safelist, and those that the answer exposes. */
function hideHeaders(answered: Answered): Answered {
  const exposed = listOf(answered, 'access-control-expose-headers').map((name) => name.toLowerCase())
  const visible = new Set([...readableHeaders, ...exposed])
  return { ...answered, headers: answered.headers.filter(([name]) => visible.has(name) || browsersOwn.test(name)) }
}
