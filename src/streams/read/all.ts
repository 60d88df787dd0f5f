// Reads one page of the log, filtered or not, as a client sees it (streams-http §13).

import type { Position, RecordedEvent } from '../../base/events/events.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import type { LogFilter } from './filter.ts'
import { passes } from './filter.ts'
import type { ReadEvent } from './links.ts'
import { resolveEvents } from './links.ts'
import type { LogBounds, LogPosition } from './log-position.ts'
import { boundsOf, firstFrom, lastBefore, startOf } from './log-position.ts'
import { allStream } from '../system.ts'

export interface AllRequest {
  readonly from: LogPosition | 'head'
  readonly direction: 'forward' | 'backward'
  readonly count: number
  readonly filter?: LogFilter
  readonly resolveLinks: boolean
  /** The last record that the client knows: where it is still the last, the outcome is `not-modified` (streams-http §16.3). */
  readonly unless?: bigint
}

export interface AllPage extends LogBounds {
  readonly kind: 'page'
  /** Newest first, whatever the direction. */
  readonly entries: readonly ReadEvent[]
  /** Where the page started. */
  readonly from: LogPosition
  readonly isEnd: boolean
  /** Position of the last record of the log, -1 where it is empty. */
  readonly last: bigint
  /** Seconds, from the metadata of `$all`. */
  readonly cacheControl: bigint | undefined
}

export type AllOutcome =
  | AllPage
  | { readonly kind: 'not-modified'; readonly last: bigint }
  /** A backward read from behind the end of the log. */
  | { readonly kind: 'beyond-end'; readonly commit: bigint; readonly end: bigint }

/** Most records that a forward filtered read examines. */
const longestSearch = 1000

/** @param now milliseconds since 1970; links to events that are too old are broken. */
export async function readAllIn(tx: ReadTransaction, request: AllRequest, now: number): Promise<AllOutcome> {
  const [end, head] = await Promise.all([tx.end(), tx.head(allStream)])
  const last = BigInt(end) - 1n
  if (request.unless === last) return { kind: 'not-modified', last }
  const from = request.from === 'head' ? startOf(end) : request.from
  if (request.direction === 'backward' && from.commit > BigInt(end)) return { kind: 'beyond-end', commit: from.commit, end: BigInt(end) }
  const scanned = await scan(tx, request, from, end)
  const entries = await resolveEvents(tx, scanned.events, request.resolveLinks, now)
  return {
    kind: 'page',
    entries: request.direction === 'forward' ? entries.toReversed() : entries,
    from,
    isEnd: scanned.isEnd,
    last,
    cacheControl: head?.metadata.cacheControl,
    ...boundsOf(request.direction, from, scanned.met),
  }
}

interface Scan {
  readonly events: readonly RecordedEvent[]
  /** First and last examined record, in the direction of the read. */
  readonly met: { readonly first: Position; readonly last: Position } | undefined
  readonly isEnd: boolean
}

/** Scans the log until the page is full, the search limit is reached, or the log ends. */
async function scan(tx: ReadTransaction, request: AllRequest, from: LogPosition, end: Position): Promise<Scan> {
  const { direction, count, filter } = request
  const longest = filter ? (direction === 'forward' ? longestSearch : count) : Number.POSITIVE_INFINITY
  const events: RecordedEvent[] = []
  let met: { first: Position; last: Position } | undefined
  let next = direction === 'forward' ? smaller(firstFrom(from), end) : smaller(lastBefore(from), end)
  for (let examined = 0; events.length < count && examined < longest;) {
    const limit = Math.min(filter && direction === 'forward' ? longest - examined : count - events.length, longest - examined)
    const records = next < 0 ? [] : await tx.log({ from: next, direction, limit })
    for (const record of records) {
      if (events.length === count) break
      if (passes(record, filter)) events.push(record)
      met = { first: met?.first ?? record.position, last: record.position }
      examined += 1
    }
    if (records.length < limit && events.length < count) return { events, met, isEnd: true }
    if (met) next = direction === 'forward' ? met.last + 1 : met.last - 1
  }
  return { events, met, isEnd: false }
}

const smaller = (position: bigint, end: Position): Position => (position < BigInt(end) ? Number(position) : end)
