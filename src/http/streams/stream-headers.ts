// Parses the server's own request headers, or refuses them (streams-http §5).

import type { HttpFacts } from '../../base/release/facts.ts'
import { expectedVersion } from '../../streams/streams.ts'
import type { Exchange, Reply } from '../exchange.ts'
import { isEmptyGuid, readCount, readGuid, readInt64 } from '../pipeline/request/numbers.ts'
import { badRequest } from '../pipeline/reply/replies.ts'
import { headerText } from '../pipeline/request/utf8.ts'

/** A parsed value, or the reply to an invalid one. */
export type Parsed<T> = { readonly kind: 'value'; readonly value: T } | { readonly kind: 'refused'; readonly reply: Reply }

export const parsed = <T>(value: T): Parsed<T> => ({ kind: 'value', value })
export const refused = (text: string): { readonly kind: 'refused'; readonly reply: Reply } => ({ kind: 'refused', reply: badRequest(text) })

type HeaderName = keyof HttpFacts['requestHeaders']

/** The first of its names that the request has; an empty header counts as absent. */
export function header({ request, facts }: Exchange, name: HeaderName): string | undefined {
  for (const known of facts.http.requestHeaders[name]) {
    const text = headerText(request.headers, known)
    if (text !== undefined) return text
  }
  return undefined
}

const malformed = ({ facts }: Exchange, name: HeaderName) => refused(`${facts.http.requestHeaders[name][0]} header in wrong format.`)

/** Any integer from the least one on; -3 passes here and fails later. */
export function parseExpectedVersion(exchange: Exchange): Parsed<bigint> {
  const text = header(exchange, 'expectedVersion')
  if (text === undefined) return parsed(expectedVersion.any)
  const version = readInt64(text)
  const isKnown = version !== undefined && version >= exchange.facts.streams.leastExpectedVersion
  return isKnown ? parsed(version) : malformed(exchange, 'expectedVersion')
}

export function parseEventId(exchange: Exchange): Parsed<string | undefined> {
  const text = header(exchange, 'eventId')
  if (text === undefined) return parsed(undefined)
  const id = readGuid(text)
  return id !== undefined && !isEmptyGuid(id) ? parsed(id) : malformed(exchange, 'eventId')
}

/** Accepts the leader's headers and the master's, under all their names, as soon as one is valid; the message names the newest one. */
export function parseRequireLeader(exchange: Exchange): Parsed<boolean> {
  const { requireLeader, requireMaster } = exchange.facts.http.requestHeaders
  const texts = [...requireLeader, ...requireMaster]
    .map((name) => headerText(exchange.request.headers, name))
    .filter((text) => text !== undefined)
  const flags = texts.map((text) => readFlag(text)).filter((flag) => flag !== undefined)
  if (texts.length > 0 && flags.length === 0) return malformed(exchange, 'requireLeader')
  return parsed(flags.includes(true))
}

export function parseHardDelete(exchange: Exchange): Parsed<boolean> {
  return parseFlag(exchange, 'hardDelete', false)
}

/** `false` keeps the route's default, as on the server (streams-http §5). */
export function parseResolveLinks(exchange: Exchange, byDefault: boolean): Parsed<boolean> {
  const flag = parseFlag(exchange, 'resolveLinkTos', byDefault)
  return flag.kind === 'value' ? parsed(flag.value || byDefault) : flag
}

/** Seconds to wait; undefined answers at once. */
export function parseLongPoll(exchange: Exchange): Parsed<number | undefined> {
  const text = header(exchange, 'longPoll')
  if (text === undefined) return parsed(undefined)
  const seconds = readCount(text)
  return seconds === undefined ? malformed(exchange, 'longPoll') : parsed(seconds)
}

function parseFlag(exchange: Exchange, name: HeaderName, byDefault: boolean): Parsed<boolean> {
  const text = header(exchange, name)
  if (text === undefined) return parsed(byDefault)
  const flag = readFlag(text)
  return flag === undefined ? malformed(exchange, name) : parsed(flag)
}

function readFlag(text: string): boolean | undefined {
  const word = text.toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : undefined
}
