// Reads the `ES-*` request headers, or says what is wrong with them (streams-http §5).

import { expectedVersion } from '../../streams/streams.ts'
import type { Exchange, Reply } from '../exchange.ts'
import { isEmptyGuid, readCount, readGuid, readInt64 } from '../pipeline/numbers.ts'
import { badRequest } from '../pipeline/replies.ts'

/** A value that was asked for, or the answer to a request that spells it wrongly. */
export type Asked<T> = { readonly kind: 'value'; readonly value: T } | { readonly kind: 'refused'; readonly reply: Reply }

export const value = <T>(value: T): Asked<T> => ({ kind: 'value', value })
export const refused = (text: string): { readonly kind: 'refused'; readonly reply: Reply } => ({ kind: 'refused', reply: badRequest(text) })

/** An empty header counts as absent. */
export const header = ({ request }: Exchange, name: string): string | undefined => request.headers.get(name) || undefined

/** Any integer from -4 on; -3 passes here and fails later. */
export function askedVersion(exchange: Exchange): Asked<bigint> {
  const text = header(exchange, 'ES-ExpectedVersion')
  if (text === undefined) return value(expectedVersion.any)
  const version = readInt64(text)
  return version !== undefined && version >= -4n ? value(version) : refused('ES-ExpectedVersion header in wrong format.')
}

export function askedEventId(exchange: Exchange): Asked<string | undefined> {
  const text = header(exchange, 'ES-EventId')
  if (text === undefined) return value(undefined)
  const id = readGuid(text)
  return id !== undefined && !isEmptyGuid(id) ? value(id) : refused('ES-EventId header in wrong format.')
}

/** Either spelling will do as soon as it is valid; the text blames the newer one. */
export function askedLeader(exchange: Exchange): Asked<boolean> {
  const given = [header(exchange, 'ES-RequireLeader'), header(exchange, 'ES-RequireMaster')].filter((text) => text !== undefined)
  const flags = given.map((text) => readFlag(text)).filter((flag) => flag !== undefined)
  if (given.length > 0 && flags.length === 0) return refused('ES-RequireLeader header in wrong format.')
  return value(flags.includes(true))
}

export function askedHardDelete(exchange: Exchange): Asked<boolean> {
  return askedFlag(exchange, 'ES-HardDelete', false)
}

/** `false` leaves the route's default in place, as in the reference (streams-http §5). */
export function askedLinks(exchange: Exchange, byDefault: boolean): Asked<boolean> {
  const asked = askedFlag(exchange, 'ES-ResolveLinkTos', byDefault)
  return asked.kind === 'value' ? value(asked.value || byDefault) : asked
}

/** Seconds to wait; undefined answers at once. */
export function askedLongPoll(exchange: Exchange): Asked<number | undefined> {
  const text = header(exchange, 'ES-LongPoll')
  if (text === undefined) return value(undefined)
  const seconds = readCount(text)
  return seconds === undefined ? refused('ES-LongPoll header in wrong format.') : value(seconds)
}

function askedFlag(exchange: Exchange, name: string, byDefault: boolean): Asked<boolean> {
  const text = header(exchange, name)
  if (text === undefined) return value(byDefault)
  const flag = readFlag(text)
  return flag === undefined ? refused(`${name} header in wrong format.`) : value(flag)
}

function readFlag(text: string): boolean | undefined {
  const word = text.toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : undefined
}
