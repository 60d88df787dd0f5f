// Fills a group's buffers from its stream: live events as they were written, history as readers see it now.

import type { RecordedEvent } from '../base/events/events.ts'
import { tombstoneNumber } from '../base/events/events.ts'
import type { WriteClock } from '../base/platform/environment.ts'
import type { ReadTransaction } from '../storage/storage.ts'
import { readAllIn } from '../streams/read/all.ts'
import { fromDotNet } from '../streams/read/dotnet-regex.ts'
import type { LogFilter } from '../streams/read/filter.ts'
import { passes } from '../streams/read/filter.ts'
import type { ReadEvent } from '../streams/read/links.ts'
import { resolveEvents } from '../streams/read/links.ts'
import { startOf } from '../streams/read/log-position.ts'
import { readPageIn } from '../streams/read/page-reader.ts'
import { firstVisible, isMissing } from '../streams/read/visible.ts'
import { allStream } from '../streams/system.ts'
import {
  addHistory,
  addLive,
  batchSize,
  hasRoom,
  historyUnreadable,
  liveBatchSize,
  skipForgotten,
  skipBeforeStart,
} from './group/buffer.ts'
import type { HistoryPage } from './group/buffer.ts'
import type { GroupFilter } from './group/configuration.ts'
import type { Group, Message } from './group/group.ts'

/**
 * Reads the events written since the group was last advanced, as if each had been pushed when it was written: a later deletion or
 * truncation of the stream hides none of them (server-http §10.3).
 */
export async function readLive(tx: ReadTransaction, start: Group, clock: WriteClock): Promise<Group> {
  const end = await streamEnd(tx, start.stream)
  let group = skipBeforeStart(start, end)
  while (group.reading.unseen < end) {
    group = skipForgotten(group, end)
    const limit = liveBatchSize(group)
    const events = await eventsFrom(tx, group, limit)
    const read = await resolveEvents(tx, events.filter(deliveredBy(group)), group.configuration.resolveLinks, clock.now())
    group = addLive(group, read.map(deliveryIn(group)), events.length < limit ? end : numberIn(group, events.at(-1)!) + 1)
  }
  // The pending page of history may be readable now.
  return group.reading.pending ? await readHistory(tx, group, clock) : group
}

const eventsFrom = (tx: ReadTransaction, { stream, reading }: Group, limit: number): Promise<RecordedEvent[]> => {
  const range = { from: reading.unseen, direction: 'forward', limit } as const
  return stream === allStream ? tx.log(range) : tx.stream(stream, range)
}

/** A group on `$all` leaves out what no read lists, and what its filter keeps back. */
function deliveredBy({ stream, configuration }: Group): (event: RecordedEvent) => boolean {
  if (stream !== allStream) return () => true
  const filter = logFilterOf(configuration.filter)
  return (event) => passes(event, filter)
}

/** @throws TypeError for an expression that the group's creation refuses. */
function logFilterOf(filter: GroupFilter | undefined): LogFilter | undefined {
  if (!filter) return undefined
  const { of, kind, data } = filter
  if (kind === 'prefix') return { kind, of, prefixes: data }
  const pattern = fromDotNet(data[0] ?? '')
  if (!pattern) throw new TypeError('The stored filter of a group is no expression.')
  return { kind, of, pattern }
}

/** The number of the next event, in `$all` its position; a hard deletion counts as an event, as on the server. */
export async function streamEnd(tx: ReadTransaction, stream: string): Promise<number> {
  if (stream === allStream) return await tx.end()
  const head = await tx.head(stream)
  if (!head) return 0
  return head.tombstone ? tombstoneNumber + 1 : head.last + 1
}

/** Reads history while there is room; a live group reads none. */
export async function readHistory(tx: ReadTransaction, start: Group, clock: WriteClock): Promise<Group> {
  let group: Group = { ...start, reading: { ...start.reading, pending: false } }
  while (!group.reading.live && !group.reading.pending && hasRoom(group)) {
    const page = await readPage(tx, group, clock)
    group = page ? addHistory(group, page) : historyUnreadable(group)
  }
  return group
}

/** One batch of the visible events; undefined if the stream is hard-deleted. */
async function readPage(tx: ReadTransaction, group: Group, clock: WriteClock): Promise<HistoryPage | undefined> {
  const { stream, configuration, reading } = group
  const count = batchSize(group)
  if (stream === allStream) return await readLogPage(tx, group, count, clock)
  const from = await firstReadable(tx, group)
  const request = { stream, from: BigInt(from), direction: 'forward', count, resolveLinks: configuration.resolveLinks } as const
  const page = await readPageIn(tx, request, clock.now())
  if (page.kind === 'missing') return { messages: [], next: reading.next, isEnd: true }
  if (page.kind !== 'page') return undefined
  const messages = page.entries.map(deliveryIn(group)).toReversed()
  return { messages, next: page.isEnd ? Math.max(reading.next, Number(page.last) + 1) : from + count, isEnd: page.isEnd }
}

/** The number at which history goes on; it leaps over truncated events, of which there can be many. */
async function firstReadable(tx: ReadTransaction, { stream, reading }: Group): Promise<number> {
  const head = await tx.head(stream)
  const first = head ? firstVisible(head) : 0n
  return first > BigInt(reading.next) && !isMissing(head) ? Number(first) : reading.next
}

/** One batch of `$all`, as its readers see it. */
async function readLogPage(tx: ReadTransaction, group: Group, count: number, clock: WriteClock): Promise<HistoryPage | undefined> {
  const { reading, configuration } = group
  const filter = logFilterOf(configuration.filter)
  const request = { from: startOf(reading.next), direction: 'forward', count, resolveLinks: configuration.resolveLinks } as const
  const page = await readAllIn(tx, { ...request, ...(filter && { filter }) }, clock.now())
  if (page.kind !== 'page') return undefined
  const messages = page.entries.map(deliveryIn(group)).toReversed()
  const next = page.isEnd ? Math.max(reading.next, await tx.end()) : Number(page.next.commit)
  return { messages, next, isEnd: page.isEnd }
}

/** Messages are numbered as in their stream, and in `$all` by position. */
const numberIn = ({ stream }: Pick<Group, 'stream'>, { number, position }: RecordedEvent): number =>
  stream === allStream ? position : number

/** The message that delivers an event for the first time. */
export const deliveryIn =
  (group: Pick<Group, 'stream'>) =>
  (read: ReadEvent): Message => {
    if (read.kind === 'event') return { number: numberIn(group, read.event), retries: 0 }
    const target = read.kind === 'broken' ? 'missing' : { stream: read.event.stream, number: read.event.number }
    return { number: numberIn(group, read.link), target, retries: 0 }
  }
