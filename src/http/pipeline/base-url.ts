// Decides the absolute prefix of generated links from the request, the advertised address and X-Forwarded-*.

import { decodeEscapes } from './url.ts'

/** Where the server says it is, whatever the request says. */
export interface AdvertisedAddress {
  readonly advertiseHost: string | undefined
  readonly advertisePort: number | undefined
}

interface Address {
  readonly scheme: string
  readonly host: string
  /** Empty for the scheme's usual one. */
  readonly port: string
}

/** What .NET takes for "the scheme's usual one". */
const usualPort = -1

const usualPorts: Readonly<Record<string, string>> = { http: '80', https: '443', ws: '80', wss: '443', ftp: '21' }

/**
 * The origin as the request came, and the base path; redirects use it (streams-http §4.3).
 *
 * @param basePath path in front of every route, without a trailing slash; empty at the root of an origin.
 */
export const requestBase = (url: URL, basePath: string): string => url.origin + basePath

/** The path that the store lives under, for links without an origin; empty at the root. @param requestBase of the exchange. */
export const basePathOf = (requestBase: string): string => new URL(requestBase).pathname.replace(/\/$/, '')

/** Neither ends with a slash of its own. */
export interface LinkBase {
  readonly prefixed: string
  /** Without the forwarded prefix. */
  readonly unprefixed: string
}

/**
 * The base of generated links (streams-http §4.5): advertised address, then forwarded port, protocol, host and prefix.
 *
 * @returns undefined where the headers make no URL: the reference answers 500.
 */
export function linkBase(url: URL, headers: Headers, basePath: string, advertised: AdvertisedAddress): LinkBase | undefined {
  const requested: Address = { scheme: url.protocol.slice(0, -1), host: url.hostname, port: url.port }
  const own: Address = {
    scheme: requested.scheme,
    host: advertised.advertiseHost ?? requested.host,
    port: advertised.advertisePort?.toString() ?? requested.port,
  }
  const address = forwardedAddress(own, headers)
  const forwardedPort = integer(headers.get('X-Forwarded-Port'))
  // A port that cannot be fails the request even where the forwarded host replaces it.
  if (!isValid(address) || !isPort(forwardedPort ?? '')) return undefined
  const origin = printAddress(address)
  return { prefixed: origin + printPrefix(headers.get('X-Forwarded-Prefix')) + basePath, unprefixed: origin + basePath }
}

function forwardedAddress(own: Address, headers: Headers): Address {
  const scheme = headers.get('X-Forwarded-Proto') || own.scheme
  const [host, hostPort] = (headers.get('X-Forwarded-Host') || '').split(':')
  // The usual port of the request stays the port when only the scheme is forwarded.
  const ownPort = own.port || usualPorts[own.scheme] || ''
  const port = integer(headers.get('X-Forwarded-Port')) ?? ownPort
  return { scheme: scheme.replace(/:.*/s, '').toLowerCase(), host: (host || own.host).toLowerCase(), port: integer(hostPort) ?? port }
}

/** Of 32 bits, normalised; anything else counts as absent. */
function integer(text: string | null | undefined): string | undefined {
  if (!text || !/^\s*[+-]?\d+\s*$/.test(text)) return undefined
  const value = Number(text)
  return Math.abs(value) < 2 ** 31 ? String(value) : undefined
}

function isValid({ scheme, host, port }: Address): boolean {
  const isScheme = /^[a-z][a-z0-9+.-]*$/.test(scheme)
  const isHost = /^(?:[\p{L}\p{N}\p{M}_-]+(?:\.|$))+$/u.test(host) || /^\[[0-9a-f:.]+\]$/.test(host)
  return isScheme && isHost && isPort(port)
}

const isPort = (port: string): boolean => Number(port) >= usualPort && Number(port) <= 65535

const printAddress = ({ scheme, host, port }: Address): string =>
  `${scheme}://${host}${['', String(usualPort), usualPorts[scheme]].includes(port) ? '' : `:${port}`}`

/** Read as the path of a URL, as .NET does: decoded, without steps up and down, escaped anew. */
function printPrefix(prefix: string | null): string {
  if (!prefix) return ''
  const path = decodeEscapes(prefix.startsWith('/') ? prefix : `/${prefix}`).replaceAll('\\', '/')
  return encodeURI(withoutSteps(path))
    .replaceAll(/[?#]/g, encodeURIComponent)
    .replaceAll(/%5[BD]/g, decodeURIComponent)
}

function withoutSteps(path: string): string {
  const kept: string[] = []
  for (const segment of path.split('/').slice(1)) {
    if (segment === '..') kept.pop()
    else if (segment !== '.') kept.push(segment)
  }
  return kept.map((segment) => `/${segment}`).join('')
}
