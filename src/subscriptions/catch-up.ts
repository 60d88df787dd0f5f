// Fills a group's buffers from its stream: live events as they were written, history as readers see it now.

import type { WriteClock } from '../base/platform/environment.ts'
import { tombstoneNumber } from '../base/events/events.ts'
import type { ReadTransaction } from '../storage/storage.ts'
import type { ReadEvent } from '../streams/read/links.ts'
import { resolveEvents } from '../streams/read/links.ts'
import { readPageIn } from '../streams/read/page-reader.ts'
import { firstVisible, isMissing } from '../streams/read/visible.ts'
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
    const events = await tx.stream(group.stream, { from: group.reading.unseen, direction: 'forward', limit })
    const read = await resolveEvents(tx, events, group.configuration.resolveLinks, clock.now())
    group = addLive(group, read.map(firstDelivery), events.length < limit ? end : events.at(-1)!.number + 1)
  }
  // The pending page of history may be readable now.
  return group.reading.pending ? await readHistory(tx, group, clock) : group
}

/** The number of the next event; a hard deletion counts as an event, as on the server. */
export async function streamEnd(tx: ReadTransaction, stream: string): Promise<number> {
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

/** One batch of the visible events; undefined where the stream is hard-deleted. */
async function readPage(tx: ReadTransaction, group: Group, clock: WriteClock): Promise<HistoryPage | undefined> {
  const { stream, configuration, reading } = group
  const count = batchSize(group)
  const from = await firstReadable(tx, group)
  const request = { stream, from: BigInt(from), direction: 'forward', count, resolveLinks: configuration.resolveLinks } as const
  const page = await readPageIn(tx, request, clock.now())
  if (page.kind === 'missing') return { messages: [], next: reading.next, isEnd: true }
  if (page.kind !== 'page') return undefined
  const messages = page.entries.map(firstDelivery).toReversed()
  return { messages, next: page.isEnd ? Math.max(reading.next, Number(page.last) + 1) : from + count, isEnd: page.isEnd }
}

/** The number at which history goes on; it leaps over truncated events, of which there can be many. */
async function firstReadable(tx: ReadTransaction, { stream, reading }: Group): Promise<number> {
  const head = await tx.head(stream)
  const first = head ? firstVisible(head) : 0n
  return first > BigInt(reading.next) && !isMissing(head) ? Number(first) : reading.next
}

/** The message that delivers an event for the first time. */
export function firstDelivery(read: ReadEvent): Message {
  if (read.kind === 'event') return { number: read.event.number, retries: 0 }
  const target = read.kind === 'broken' ? 'missing' : { stream: read.event.stream, number: read.event.number }
  return { number: read.link.number, target, retries: 0 }
}
