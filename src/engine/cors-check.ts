// Refuses and hides what a page on another origin could not have sent or read: interceptors skip what browsers enforce.

type Fetch = (request: Request) => Promise<Response>

const safelistedMethods = new Set(['GET', 'HEAD', 'POST'])
const safelistedTypes = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'])
const safelistedRequestHeaders = new Set(['accept', 'accept-language', 'content-language', 'content-type', 'range'])
const readableHeaders = ['cache-control', 'content-language', 'content-length', 'content-type', 'expires', 'last-modified', 'pragma']
/** Not for the page, but for browsers that look for themselves at what an interceptor gives them: they decide by these. */
const browsersOwn = /^access-control-(?:allow-(?:origin|credentials)|expose-headers)$/
/** Set by the browser itself: no page can send them, and no preflight asks for them. */
const browserHeaders =
  /^(?:sec-|proxy-|(?:accept-charset|accept-encoding|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|te|trailer|transfer-encoding|upgrade|user-agent|via)$)/

/**
 * Wraps a fetch function with the checks of the Fetch standard for requests across origins.
 *
 * @param pageOrigin origin of the page that calls; default: the request's `Origin` header. Requests without either, and
 *   those to the page's own origin, pass unchanged.
 * @returns a function that answers `Response.error()` where the page would get a TypeError.
 */
export function checkCors(fetch: Fetch, pageOrigin?: string): Fetch {
  return async (request) => {
    const origin = pageOrigin ?? request.headers.get('Origin')
    if (origin === null || origin === new URL(request.url).origin) return fetch(request)
    if (needsPreflight(request) && !(await passesPreflight(request, origin, fetch))) return Response.error()
    const response = await fetch(request)
    return allowsOrigin(response, origin, request.credentials) ? hideHeaders(response) : Response.error()
  }
}

const needsPreflight = (request: Request): boolean => !safelistedMethods.has(request.method) || unsafeHeaders(request).length > 0

/** Names of headers that only a preflight can allow, in lower case. */
function unsafeHeaders({ headers }: Request): string[] {
  const names = [...headers.keys()].filter((name) => !browserHeaders.test(name))
  return names.filter((name) => !safelistedRequestHeaders.has(name) || (name === 'content-type' && !hasSafelistedType(headers)))
}

const hasSafelistedType = (headers: Headers): boolean =>
  safelistedTypes.has((headers.get('Content-Type') ?? '').split(';')[0]!.trim().toLowerCase())

async function passesPreflight(request: Request, origin: string, fetch: Fetch): Promise<boolean> {
  const asked = unsafeHeaders(request)
  const preflight = await fetch(
    new Request(request.url, {
      method: 'OPTIONS',
      headers: { 'Access-Control-Request-Method': request.method, 'Access-Control-Request-Headers': asked.join(',') },
    }),
  )
  if (!preflight.ok || !allowsOrigin(preflight, origin, request.credentials)) return false
  const methods = listOf(preflight, 'Access-Control-Allow-Methods')
  const headers = listOf(preflight, 'Access-Control-Allow-Headers').map((name) => name.toLowerCase())
  const wildcard = request.credentials !== 'include'
  const allowsMethod = safelistedMethods.has(request.method) || methods.includes(request.method) || (wildcard && methods.includes('*'))
  // The standard takes `Authorization` out of the wildcard.
  return allowsMethod && asked.every((name) => headers.includes(name) || (wildcard && name !== 'authorization' && headers.includes('*')))
}

const listOf = (response: Response, name: string): string[] =>
  (response.headers.get(name) ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

function allowsOrigin({ headers, type }: Response, origin: string, credentials: RequestCredentials): boolean {
  if (type === 'error') return false
  const allowed = headers.get('Access-Control-Allow-Origin')
  if (credentials !== 'include') return allowed === '*' || allowed === origin
  return allowed === origin && headers.get('Access-Control-Allow-Credentials') === 'true'
}

/** What `response.headers` shows to the page: the safelist, and what the answer exposes. */
function hideHeaders(response: Response): Response {
  const exposed = listOf(response, 'Access-Control-Expose-Headers').map((name) => name.toLowerCase())
  const visible = new Set([...readableHeaders, ...exposed])
  const headers = [...response.headers].filter(([name]) => visible.has(name) || browsersOwn.test(name))
  const { status, statusText, body } = response
  return new Response(body, { status, statusText, headers })
}
