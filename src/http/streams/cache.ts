// Computes cache headers and entity tags, and reads the tags of conditional requests (streams-http §16).

import type { Exchange } from '../exchange.ts'
import * as media from './media-types.ts'
import { readInt64 } from '../pipeline/request/numbers.ts'

/** The inputs of a read's cache headers. */
export interface Freshness {
  /** Whether the answer can never change. */
  readonly immutable: boolean
  /** Seconds, from the metadata, for answers that can change. */
  readonly seconds?: bigint | undefined
  /** The number in the tag; undefined omits the tag, as immutable answers do. */
  readonly tag?: bigint | undefined
}

const notKept = 'max-age=0, no-cache, must-revalidate'
const oneYear = 'max-age=31536000, private'

/** @param disabled the setting `disableHttpCaching`. */
export function cacheHeaders({ immutable, seconds, tag }: Freshness, type: string, disabled: boolean): Record<string, string> {
  const kept = immutable ? oneYear : seconds === undefined ? notKept : `max-age=${wrapSeconds(seconds)}, private`
  return {
    'Cache-Control': disabled ? notKept : kept,
    Vary: 'Accept',
    ...(tag !== undefined && !immutable && { ETag: `"${entityTag(tag, type)}"` }),
  }
}

/** The server's 32 bits overflow to the smallest number (streams-http §12.4). */
const wrapSeconds = (seconds: bigint): bigint => (seconds < 2n ** 31n ? seconds : -(2n ** 31n))

/** The tag without its quotes. @param last number of the last event, or position of the last record. */
export const entityTag = (last: bigint, type: string): string => `${last};${tagNumber(type)}`

const tagNumber = (type: string): number => tagNumbers[type] ?? newerTagNumbers[media.plain(type)] ?? 0

/** Fixed numbers, in place of the server's hash, which differs between processes. */
const tagNumbers: Readonly<Record<string, number>> = {
  [media.atomJson]: -2060438500,
  [media.atomXml]: -1296467268,
  [media.json]: 1391431453,
  [media.textXml]: 1000000007,
  [media.xml]: 1000000009,
  [media.eventJson]: 1000000021,
  [media.eventXml]: 1000000033,
  [media.eventsJson]: 1000000087,
  [media.eventsXml]: 1000000093,
  [media.description]: 1000000097,
  [media.html]: 1000000103,
  [media.bytes]: 1000000207,
  'text/plain': 1000000223,
  [media.competingXml]: 1000000123,
  [media.competingJson]: 1000000181,
}

/** The same for names of the newer vendor. */
const newerTagNumbers: Readonly<Record<string, number>> = {
  [media.atomJson]: 1000000289,
  [media.eventJson]: 1000000297,
  [media.eventsJson]: 1000000321,
  [media.description]: 1000000349,
  [media.competingJson]: 1000000363,
}

/** The number in the client's `If-None-Match`, where the tag is one of this media type. */
export function knownLast({ request, responseType }: Exchange): bigint | undefined {
  const tag = request.headers.get('If-None-Match')
  if (!tag) return undefined
  const [last = '', number, ...more] = tag.replace(/^"+|"+$/g, '').split(';')
  if (number !== String(tagNumber(responseType)) || more.length > 0) return undefined
  return readInt64(last)
}
