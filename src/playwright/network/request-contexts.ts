// Leads the requests of Playwright's API contexts to a store: they leave this process through a port, so the store is given one.

import type { APIRequestContext, Request as PageRequest } from '@playwright/test'
import { covers } from '../../host/base-url.ts'
import type { Listening } from '../../host/node/http-server.ts'
import { listen } from '../../host/node/http-server.ts'

export interface RequestContextOptions {
  readonly fetch: (request: Request) => Promise<Response>
  /** Absolute. */
  readonly baseUrl: string
  /** The base of relative URLs, as Playwright resolves them. */
  readonly baseURL: string | undefined
}

export interface RequestContexts {
  /** @returns the same context, whose requests to the base URL reach the store; all others go where they went. */
  connect(context: APIRequestContext): Promise<APIRequestContext>
  /** Ends pending requests; the contexts stay. */
  close(): Promise<void>
}

/** The port is taken with the first context: most tests have none. */
export function connectRequestContexts({ fetch, baseUrl, baseURL }: RequestContextOptions): RequestContexts {
  const isOfStore = covers(baseUrl)
  const { origin } = new URL(baseUrl)
  let listening: Promise<Listening> | undefined

  const open = (): Promise<Listening> => {
    const served = { fetch: (request: Request) => atBase(request, { fetch, origin, isOfStore }), close: () => Promise.resolve() }
    // A test may say that it comes from any page.
    return listen(served, { port: 0, allowOrigins: ['*'] })
  }

  return {
    async connect(context) {
      listening ??= open()
      const { url: address } = await listening
      /** Where a URL of the store is answered; undefined for any other. */
      const lead = (url: string): string | undefined => {
        const absolute = URL.canParse(url, baseURL) ? new URL(url, baseURL) : undefined
        return absolute && isOfStore(absolute.href) ? address + absolute.href.slice(absolute.origin.length) : undefined
      }
      return new Proxy(context, { get: (target, name) => memberOf(target, name, lead) })
    },
    async close() {
      await (await listening)?.close()
    },
  }
}

const methods: ReadonlySet<string | symbol> = new Set(['delete', 'get', 'head', 'patch', 'post', 'put'])

type Send = (url: string, ...rest: readonly unknown[]) => unknown

function memberOf(context: APIRequestContext, name: string | symbol, lead: (url: string) => string | undefined): unknown {
  const member: unknown = Reflect.get(context, name)
  if (typeof member !== 'function') return member
  if (methods.has(name)) return (url: string, ...rest: readonly unknown[]) => (member as Send).call(context, lead(url) ?? url, ...rest)
  if (name !== 'fetch') return member.bind(context)
  return (asked: string | PageRequest, options: object = {}) => {
    if (typeof asked === 'string') return (member as Send).call(context, lead(asked) ?? asked, options)
    const url = lead(asked.url())
    if (url === undefined) return context.fetch(asked, options)
    const data = asked.postDataBuffer()
    return context.fetch(url, { method: asked.method(), headers: asked.headers(), ...(data && { data }), ...options })
  }
}

interface AtBase extends Pick<RequestContextOptions, 'fetch'> {
  readonly origin: string
  readonly isOfStore: (url: string) => boolean
}

/** The store sees the URL that the test wrote, and makes its links of it; only a redirect has to lead back to the port. */
async function atBase(request: Request, { fetch, origin, isOfStore }: AtBase): Promise<Response> {
  const url = new URL(request.url)
  const { method, signal } = request
  const headers = new Headers(request.headers)
  headers.delete('Host')
  const body = request.body === null ? undefined : await request.arrayBuffer()
  const asked = new Request(origin + url.href.slice(url.origin.length), { method, headers, signal, body })
  const response = await fetch(asked)
  const location = response.status >= 300 && response.status < 400 ? response.headers.get('Location') : null
  const next = location === null ? undefined : new URL(location, asked.url)
  if (!next || !isOfStore(next.href)) return response
  const led = new Headers(response.headers)
  led.set('Location', next.href.slice(next.origin.length))
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers: led })
}
