// Resolves links: as of now, or as of the time each link was written (projection-language §5.3).

import type { Position, RecordedEvent, StreamHead, StreamMetadata } from '../../../base/events/events.ts'
import { maxInt64, tombstoneNumber } from '../../../base/events/events.ts'
import type { ReadTransaction } from '../../../storage/storage.ts'
import { eventsByNumber } from '../../../streams/read/events-by-number.ts'
import type { LinkTarget } from '../../../streams/read/link-target.ts'
import { linkTarget } from '../../../streams/read/link-target.ts'
import { readMetadata } from '../../../streams/metadata/metadata.ts'
import { stateIn } from '../../../streams/read/read.ts'
import { isMetastream, metastreamOf } from '../../../streams/system.ts'
import { firstVisible, horizon, isVisible, metadataInForce, visibility } from '../../../streams/read/visible.ts'
import type { Resolution } from '../delivery.ts'

const none: Resolution = { kind: 'none' }
const eventGone: Resolution = { kind: 'event-gone' }

/**
 * Resolves links to the targets as they are visible now, with one read for many targets in one stream.
 *
 * @param now milliseconds since 1970.
 * @returns one for each record, in their order.
 */
export async function resolveNow(tx: ReadTransaction, records: readonly RecordedEvent[], now: number): Promise<Resolution[]> {
  return await resolveByStream(records, async (stream, links) => {
    const state = await stateIn(tx, stream, now)
    if (state.kind === 'missing' || state.kind === 'deleted') return links.map(() => ({ kind: 'stream-gone', stream }))
    if (state.kind !== 'readable') return links.map(() => eventGone)
    const { head, since } = state
    const numbers = links.map(({ number }) => (number === -1n ? head.last : numberUpTo(number, head.last)))
    const events = await eventsByNumber(tx, stream, numbers.filter(isNumber))
    const isSeen = visibility(head, since)
    return numbers.map((number) => {
      const event = isNumber(number) ? events.get(number) : undefined
      return event && isSeen(event) ? { kind: 'event', event } : eventGone
    })
  })
}

/**
 * Resolves links to the targets as they were visible when each link was written.
 *
 * @param records cheapest in the order of the log.
 * @returns one for each record, in their order.
 */
export async function resolveThen(tx: ReadTransaction, records: readonly RecordedEvent[]): Promise<Resolution[]> {
  return await resolveByStream(records, async (stream, links) => {
    const metastream = isMetastream(stream) ? undefined : metastreamOf(stream)
    const [head, metaHead] = await tx.headsOf(metastream === undefined ? [stream] : [stream, metastream])
    if (!head) return links.map(() => ({ kind: 'stream-gone', stream }))
    const events = await eventsByNumber(tx, stream, links.map(({ number }) => numberUpTo(number, head.last)).filter(isNumber))
    const pasts = await pastsOf(tx, head, metaHead, links, events)
    return links.map((link, index): Resolution => {
      const past = pasts[index]
      if (!past) return { kind: 'stream-gone', stream }
      const event = link.number === -1n ? past.last : events.get(Number(link.number))
      return event && isVisibleThen(event, past, link.record) ? { kind: 'event', event } : eventGone
    })
  })
}

interface Link {
  readonly record: RecordedEvent
  /** Number of the target; -1 stands for the last event. */
  readonly number: bigint
  /** Index among all records. */
  readonly index: number
}

type ResolveInStream = (stream: string, links: readonly Link[]) => Promise<readonly Resolution[]>

async function resolveByStream(records: readonly RecordedEvent[], resolve: ResolveInStream): Promise<Resolution[]> {
  const targets = records.map((record) => linkTarget(record))
  const resolutions = targets.map(({ kind }) => (kind === 'no-link' ? none : eventGone))
  const links = targets.flatMap((target, index) =>
    isReadable(target) ? [{ stream: target.stream, number: target.number, record: records[index]!, index }] : [],
  )
  await Promise.all(
    [...Map.groupBy(links, ({ stream }) => stream)].map(async ([stream, ofStream]) => {
      const found = await resolve(stream, ofStream)
      for (const [at, { index }] of ofStream.entries()) resolutions[index] = found[at]!
    }),
  )
  return resolutions
}

/** The server fails to read any other place, whether the stream exists or not: `$by_category` writes `-1@` for a link that leads nowhere. */
const isReadable = (target: LinkTarget): target is Extract<LinkTarget, { kind: 'target' }> =>
  target.kind === 'target' && target.stream !== '' && target.number >= -1n

const isNumber = (number: number | undefined): number is number => number !== undefined

/** @returns undefined for a number that the stream cannot have. */
const numberUpTo = (number: bigint, last: number): number | undefined =>
  number >= 0n && number <= BigInt(last) ? Number(number) : undefined

/** A stream at the time of a link. */
interface Past {
  readonly last: RecordedEvent
  readonly metadata: StreamMetadata
}

/**
 * @param head the stream's present head.
 * @param metaHead the present head of its metastream, if any.
 * @param events targets of the links, by number.
 * @returns the stream at each link; undefined if it did not exist or was deleted. Where the stream had the target, the target stands
 *   for the last event, unless `$maxCount` makes the last number matter.
 */
async function pastsOf(
  tx: ReadTransaction,
  head: StreamHead,
  metaHead: StreamHead | undefined,
  links: readonly Link[],
  events: ReadonlyMap<number, RecordedEvent>,
): Promise<(Past | undefined)[]> {
  const { stream } = head
  const metadata = await metadataAt(tx, metaHead, links)
  const tombstone = head.tombstone ? (await eventsByNumber(tx, stream, [tombstoneNumber])).get(tombstoneNumber) : undefined
  const moments = links.map(({ record: { position }, number }, index) => {
    const target = number < 0n ? undefined : events.get(Number(number))
    const near = target && target.position <= position ? target : undefined
    const isCounted = metadataInForce({ ...head, metadata: metadata[index]! }).maxCount !== undefined
    return { position, near, isOpen: !near || isCounted }
  })
  const open = moments.filter(({ isOpen }) => isOpen)
  const found = (await lastUpTo(tx, stream, head.last, open)).values()
  return moments.map(({ position, near, isOpen }, index) => {
    const last = isOpen ? found.next().value : near
    const isDeleted = metadata[index]!.truncateBefore === maxInt64 || (tombstone !== undefined && tombstone.position <= position)
    return last && !isDeleted ? { last, metadata: metadata[index]! } : undefined
  })
}

/** @returns the metadata in force at each link. */
async function metadataAt(tx: ReadTransaction, metaHead: StreamHead | undefined, links: readonly Link[]): Promise<StreamMetadata[]> {
  if (!metaHead) return links.map(() => noMetadata)
  const moments = links.map(({ record: { position } }) => ({ position }))
  const events = await lastUpTo(tx, metaHead.stream, metaHead.last, moments)
  const read = new Map([...new Set(events)].map((event) => [event, event ? readMetadata(event) : noMetadata]))
  return events.map((event) => read.get(event)!)
}

const noMetadata: StreamMetadata = {}

function isVisibleThen(event: RecordedEvent, { last, metadata }: Past, link: RecordedEvent): boolean {
  const head: StreamHead = { stream: event.stream, last: last.number, tombstone: false, metadata }
  if (event.number > last.number || BigInt(event.number) < firstVisible(head)) return false
  const age = horizon(head, link.created)
  return isVisible(event, head, age.kind === 'since' ? age.milliseconds : Number.POSITIVE_INFINITY)
}

/** A log position, up to which the last event is wanted: a link may lead to itself. */
interface Moment {
  readonly position: Position
  /** An event of the stream that may be shortly before the position, or at it. */
  readonly near?: RecordedEvent | undefined
}

/**
 * Reads single events, and none if earlier answers suffice: moments are cheapest in log order.
 *
 * @param last number of the newest event to find.
 * @returns one for each moment, in their order.
 */
async function lastUpTo(
  tx: ReadTransaction,
  stream: string,
  last: number,
  moments: readonly Moment[],
): Promise<(RecordedEvent | undefined)[]> {
  /** The first stored event at or after each number that was read. */
  const probes = new Map<number, RecordedEvent | undefined>()
  const found: (RecordedEvent | undefined)[] = []

  const probe = async (number: number): Promise<RecordedEvent | undefined> => {
    const [event] = await tx.stream(stream, { from: number, direction: 'forward', limit: 1 })
    probes.set(number, event)
    return event
  }

  for (const { position, near } of moments) {
    const isReached = (event: RecordedEvent | undefined): boolean => event !== undefined && event.position <= position
    // Awaits reads only: an idle transaction ends.
    const newest = probes.has(last) ? probes.get(last) : await probe(last)
    if (isReached(newest)) {
      found.push(newest)
      continue
    }
    let event = newestOf([found.at(-1), near].filter(isReached))
    // Doubles the step until it is too far, then halves it.
    let isPast = false
    for (let step = 1; step >= 1; step = isPast ? step / 2 : step * 2) {
      const number = (event?.number ?? -1) + step
      const next = probes.has(number) ? probes.get(number) : await probe(number)
      if (isReached(next)) event = next
      else isPast = true
    }
    found.push(event)
  }
  return found
}

const newestOf = (events: readonly (RecordedEvent | undefined)[]): RecordedEvent | undefined =>
  events.reduce((one, other) => (one && other && one.number > other.number ? one : other), undefined)
