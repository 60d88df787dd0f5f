// Parses the `ES-*` request headers, or refuses them (streams-http §5).

import { expectedVersion } from '../../streams/streams.ts'
import type { Exchange, Reply } from '../exchange.ts'
import { isEmptyGuid, readCount, readGuid, readInt64 } from '../pipeline/request/numbers.ts'
import { badRequest } from '../pipeline/reply/replies.ts'
import { headerText } from '../pipeline/request/utf8.ts'

/** A parsed value, or the reply to an invalid one. */
export type Parsed<T> = { readonly kind: 'value'; readonly value: T } | { readonly kind: 'refused'; readonly reply: Reply }

export const parsed = <T>(value: T): Parsed<T> => ({ kind: 'value', value })
export const refused = (text: string): { readonly kind: 'refused'; readonly reply: Reply } => ({ kind: 'refused', reply: badRequest(text) })

/** An empty header counts as absent. */
export const header = ({ request }: Exchange, name: string): string | undefined => headerText(request.headers, name)

/** Any integer from -4 on; -3 passes here and fails later. */
export function parseExpectedVersion(exchange: Exchange): Parsed<bigint> {
  const text = header(exchange, 'ES-ExpectedVersion')
  if (text === undefined) return parsed(expectedVersion.any)
  const version = readInt64(text)
  return version !== undefined && version >= -4n ? parsed(version) : refused('ES-ExpectedVersion header in wrong format.')
}

export function parseEventId(exchange: Exchange): Parsed<string | undefined> {
  const text = header(exchange, 'ES-EventId')
  if (text === undefined) return parsed(undefined)
  const id = readGuid(text)
  return id !== undefined && !isEmptyGuid(id) ? parsed(id) : refused('ES-EventId header in wrong format.')
}

/** Accepts either header as soon as one is valid; the message names the newer one. */
export function parseRequireLeader(exchange: Exchange): Parsed<boolean> {
  const texts = [header(exchange, 'ES-RequireLeader'), header(exchange, 'ES-RequireMaster')].filter((text) => text !== undefined)
  const flags = texts.map((text) => readFlag(text)).filter((flag) => flag !== undefined)
  if (texts.length > 0 && flags.length === 0) return refused('ES-RequireLeader header in wrong format.')
  return parsed(flags.includes(true))
}

export function parseHardDelete(exchange: Exchange): Parsed<boolean> {
  return parseFlag(exchange, 'ES-HardDelete', false)
}

/** `false` keeps the route's default, as in the reference (streams-http §5). */
export function parseResolveLinks(exchange: Exchange, byDefault: boolean): Parsed<boolean> {
  const flag = parseFlag(exchange, 'ES-ResolveLinkTos', byDefault)
  return flag.kind === 'value' ? parsed(flag.value || byDefault) : flag
}

/** Seconds to wait; undefined answers at once. */
export function parseLongPoll(exchange: Exchange): Parsed<number | undefined> {
  const text = header(exchange, 'ES-LongPoll')
  if (text === undefined) return parsed(undefined)
  const seconds = readCount(text)
  return seconds === undefined ? refused('ES-LongPoll header in wrong format.') : parsed(seconds)
}

function parseFlag(exchange: Exchange, name: string, byDefault: boolean): Parsed<boolean> {
  const text = header(exchange, name)
  if (text === undefined) return parsed(byDefault)
  const flag = readFlag(text)
  return flag === undefined ? refused(`${name} header in wrong format.`) : parsed(flag)
}

function readFlag(text: string): boolean | undefined {
  const word = text.toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : undefined
}
