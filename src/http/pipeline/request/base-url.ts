// Computes the absolute prefix of generated links from the request, the advertised address and X-Forwarded-*.

import { decodeEscapes } from './url.ts'
import { headerText } from './utf8.ts'

/** Address in generated links, instead of the request's. */
export interface AdvertisedAddress {
  readonly advertiseHost: string | undefined
  readonly advertisePort: number | undefined
}

interface Address {
  readonly scheme: string
  readonly host: string
  /** Empty for the scheme's default port. */
  readonly port: string
}

/** .NET's number for the scheme's default port. */
const defaultPort = -1

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443', ws: '80', wss: '443', ftp: '21' }

/**
 * The request's own origin with the base path; redirects use it (streams-http §4.3).
 *
 * @param basePath path in front of every route, without a trailing slash; empty at the root of an origin.
 */
export const requestBase = (url: URL, basePath: string): string => url.origin + basePath

/** The base path, for links without an origin; empty at the root. @param requestBase of the exchange. */
export const basePathOf = (requestBase: string): string => new URL(requestBase).pathname.replace(/\/$/, '')

/** Both without a trailing slash. */
export interface LinkBase {
  readonly prefixed: string
  /** Without the forwarded prefix. */
  readonly unprefixed: string
}

/**
 * The base of generated links (streams-http §4.5), from the advertised address, then the forwarded port, protocol, host and prefix.
 *
 * @returns undefined where the headers form no URL, which the server answers with 500.
 */
export function linkBase(url: URL, headers: Headers, basePath: string, advertised: AdvertisedAddress): LinkBase | undefined {
  const requested: Address = { scheme: url.protocol.slice(0, -1), host: url.hostname, port: url.port }
  const own: Address = {
    scheme: requested.scheme,
    host: advertised.advertiseHost ?? requested.host,
    port: advertised.advertisePort?.toString() ?? requested.port,
  }
  const address = forwardedAddress(own, headers)
  const forwardedPort = integer(headerText(headers, 'X-Forwarded-Port'))
  // An invalid port fails the request even where the forwarded host replaces it.
  if (!isValid(address) || !isPort(forwardedPort ?? '')) return undefined
  const origin = printAddress(address)
  return { prefixed: origin + printPrefix(headerText(headers, 'X-Forwarded-Prefix') ?? '') + basePath, unprefixed: origin + basePath }
}

function forwardedAddress(own: Address, headers: Headers): Address {
  const scheme = headerText(headers, 'X-Forwarded-Proto') ?? own.scheme
  const [host, hostPort] = (headerText(headers, 'X-Forwarded-Host') ?? '').split(':')
  // The request's default port stays where only the scheme is forwarded.
  const ownPort = own.port || defaultPorts[own.scheme] || ''
  const port = integer(headerText(headers, 'X-Forwarded-Port')) ?? ownPort
  return { scheme: scheme.replace(/:.*/s, '').toLowerCase(), host: (host || own.host).toLowerCase(), port: integer(hostPort) ?? port }
}

/** A 32-bit integer, normalised; every other text counts as absent. */
function integer(text: string | undefined): string | undefined {
  if (!text || !/^\s*[+-]?\d+\s*$/.test(text)) return undefined
  const value = Number(text)
  return value >= -(2 ** 31) && value < 2 ** 31 ? String(value) : undefined
}

function isValid({ scheme, host, port }: Address): boolean {
  const isScheme = /^[a-z][a-z0-9+.-]*$/.test(scheme)
  const isHost = /^(?:[\p{L}\p{N}\p{M}_-]+(?:\.|$))+$/u.test(host) || /^\[[0-9a-f:.]+\]$/.test(host)
  return isScheme && isHost && isPort(port)
}

const isPort = (port: string): boolean => Number(port) >= defaultPort && Number(port) <= 65535

const printAddress = ({ scheme, host, port }: Address): string =>
  `${scheme}://${host}${['', String(defaultPort), defaultPorts[scheme]].includes(port) ? '' : `:${port}`}`

/**
 * Normalises the prefix as .NET does the path of a URL: decodes it, resolves `.` and `..`, and escapes it again. Escapes that form no
 * character stay as they are spelled.
 */
function printPrefix(prefix: string): string {
  if (prefix === '') return ''
  const rooted = prefix.startsWith('/') ? prefix : `/${prefix}`
  // A percent sign stays escaped, so that every other escape left by the decoding is one that forms no character.
  const path = decodeEscapes(rooted.replaceAll(/%25|%(?![0-9a-f]{2})/gi, '%2525')).replaceAll('\\', '/')
  return encodeURI(withoutDotSegments(path))
    .replaceAll('%25', '%')
    .replaceAll(/[?#]/g, encodeURIComponent)
    .replaceAll(/%5[BD]/g, decodeURIComponent)
}

function withoutDotSegments(path: string): string {
  const kept: string[] = []
  for (const segment of path.split('/').slice(1)) {
    if (segment === '..') kept.pop()
    else if (segment !== '.') kept.push(segment)
  }
  return kept.map((segment) => `/${segment}`).join('')
}
