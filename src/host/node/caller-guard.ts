// Decides which requests a store on a real port accepts: by the name they address, and by the origin of the page that sends them (decision 14).

import { StoreError } from '../../base/errors.ts'
import { isAddress, isLoopback } from '../../base/hosts.ts'

export interface GuardOptions {
  /** Where the server listens. `0.0.0.0` and `::` are every address of the machine. */
  readonly host: string
  /** Further names by which clients reach the server; `*` for all. */
  readonly allowHosts: readonly string[]
  /** Origins whose pages may ask, besides this machine's own; `*` for all. */
  readonly allowOrigins: readonly string[]
}

/** The origin and the destination of a request. */
export interface Caller {
  readonly method: string
  readonly path: string
  /** Host and port, and the host alone, as `readTarget` has them. */
  readonly authority: string
  readonly hostname: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

export type Verdict =
  | { readonly kind: 'allowed' }
  /** The sentence goes to the caller and to the console. */
  | { readonly kind: 'refused'; readonly sentence: string }

const allowed: Verdict = { kind: 'allowed' }

/** @throws StoreError `invalid-options` if a host or an origin is invalid. */
export function createGuard({ host, allowHosts, allowOrigins }: GuardOptions): (caller: Caller) => Verdict {
  const listens = normalHost(host)
  const hosts = new Set([listens, ...allowHosts.filter((name) => name !== '*').map(readAllowedHost)])
  const origins = new Set(allowOrigins.filter((origin) => origin !== '*').map(readAllowedOrigin))
  const anyHost = allowHosts.includes('*')
  const anyOrigin = allowOrigins.includes('*')
  const anyAddress = isEveryAddress(host)

  return (caller) => {
    const { authority, hostname } = caller
    // A page can give its own name the address of this machine, but it cannot take an address for a name.
    const isKnownHost =
      anyHost || isLoopback(hostname) || hosts.has(hostname) || (anyAddress && (isAddress(hostname) || isSingleLabel(hostname)))
    if (!isKnownHost) return { kind: 'refused', sentence: strangeHost(hostname) }
    const origin = askingOrigin(caller)
    if (anyOrigin || origin === undefined || isOwnOrLocal(origin, authority) || origins.has(origin)) return allowed
    return { kind: 'refused', sentence: strangeOrigin(origin) }
  }
}

/** Whether a listener there is reached from this machine only. @param host as the option `host` names it. */
export const isLocalHost = (host: string): boolean => isLoopback(normalHost(host) ?? '')

/** The names under which a port is known beside those of this machine, as URLs have them; a `*` is no name. */
export const knownHosts = ({
  host,
  allowHosts = [],
}: {
  readonly host: string
  readonly allowHosts?: readonly string[] | undefined
}): string[] => [host, ...allowHosts].filter((name) => name !== '*').flatMap((name) => normalHost(name) ?? [])

const isEveryAddress = (host: string): boolean => ['0.0.0.0', '[::]'].includes(normalHost(host) ?? '')

/** A name without a dot, by which containers of one network reach each other: no page of the internet has one. */
const isSingleLabel = (hostname: string): boolean => /^[a-z\d][a-z\d-]*$/i.test(hostname)

/** @returns undefined for an invalid host. */
const normalHost = (host: string): string | undefined => parseUrl(`http://${/^[^[]*:.*:/.test(host) ? `[${host}]` : host}`)?.hostname

/** The origin of the page that sends the request; undefined without a page, and for the server's own pages. */
function askingOrigin({ method, path, headers }: Caller): string | undefined {
  const { origin, referer } = headers
  if (origin !== undefined) return normalOrigin(String(origin))
  // Only browsers send this header. Requests for images, scripts and frames of other pages have no Origin.
  if (headers['sec-fetch-site'] !== 'cross-site') return undefined
  return isVisit(method, path, headers) ? undefined : normalOrigin(String(referer ?? 'null'))
}

/** Whether a user follows another page's link to the pages here, which change nothing and which the other page cannot read. */
const isVisit = (method: string, path: string, headers: Caller['headers']): boolean =>
  method === 'GET' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document' &&
  /^\/(?:web(?:[/?]|$)|\?|$)/.test(path)

/** @returns `null` for a URL without an origin, as browsers do. */
function normalOrigin(text: string): string {
  const url = parseUrl(text)
  if (url && /^https?:$/.test(url.protocol)) return url.origin
  // Extensions and desktop applications.
  return /^[a-z][a-z\d+.-]*:\/\/[\w.-]+$/i.test(text) ? text.toLowerCase() : 'null'
}

/** The server's own, or of this machine. A proxy in front may speak https where the server does not. */
function isOwnOrLocal(origin: string, authority: string): boolean {
  const url = parseUrl(origin)
  return url !== undefined && /^https?:$/.test(url.protocol) && (url.host === authority || isLoopback(url.hostname))
}

const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

const strangeHost = (hostname: string): string =>
  `This store is not known as "${hostname}". If you reach it by that name, allow it with --allow-host ${hostname}, or allowHosts in a program.`

const strangeOrigin = (origin: string): string =>
  origin === 'null'
    ? 'A page without an origin asks this store. If it is yours, serve it from an origin, or allow it with --allow-origin null.'
    : `The page of another site, ${origin}, asks this store. If it is yours, allow it with --allow-origin ${origin}, or allowOrigins in a program.`

function readAllowedHost(name: string): string {
  const hostname = /[/?#@\\\s]/.test(name) ? undefined : normalHost(name)
  if (hostname !== undefined) return hostname
  throw new StoreError('invalid-options', `"${name}" is no host.`, { hint: 'Give a name or an address, for example "es.test".' })
}

function readAllowedOrigin(text: string): string {
  const origin = normalOrigin(text)
  if (origin !== 'null' || text === 'null') return origin
  throw new StoreError('invalid-options', `"${text}" is no origin.`, {
    hint: 'Give scheme, host and port, for example "https://app.test:8080".',
  })
}
