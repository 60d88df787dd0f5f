// Brings a group's buffers up to date from its stream: live events as they were written, history as readers see it now.

import type { WriteClock } from '../base/environment.ts'
import { tombstoneNumber } from '../base/events.ts'
import type { ReadTransaction } from '../storage/storage.ts'
import type { ReadEvent } from '../streams/read/links.ts'
import { readersOf } from '../streams/read/links.ts'
import { readPageIn } from '../streams/read/page-reader.ts'
import { firstVisible, isMissing } from '../streams/read/visible.ts'
import { addHistory, addLive, batchSize, hasRoom, historyFailed, liveBatchSize, passOver, skipUnwanted } from './buffer.ts'
import type { HistoryPage } from './buffer.ts'
import type { Group, Message } from './group.ts'

/**
 * Takes note of what was written since the group was last looked at, as if it had been told at once: deleting or truncating the stream
 * afterwards hides nothing of it (server-http §10.3).
 */
export async function noticeLive(tx: ReadTransaction, start: Group, clock: WriteClock): Promise<Group> {
  const end = await streamEnd(tx, start.stream)
  let group = skipUnwanted(start, end)
  while (group.reading.unseen < end) {
    group = passOver(group, end)
    const limit = liveBatchSize(group)
    const events = await tx.stream(group.stream, { from: group.reading.unseen, direction: 'forward', limit })
    const read = await readersOf(tx, events, group.configuration.resolveLinks, clock.now())
    group = addLive(group, read.map(messageOf), events.length < limit ? end : events.at(-1)!.number + 1)
  }
  // The page that was asked for in vain may be there now.
  return group.reading.pending ? readHistory(tx, group, clock) : group
}

/** The number that the next event will get; a hard deletion counts as an event, as the reference has it. */
export async function streamEnd(tx: ReadTransaction, stream: string): Promise<number> {
  const head = await tx.head(stream)
  if (!head) return 0
  return head.tombstone ? tombstoneNumber + 1 : head.last + 1
}

/** Reads history as long as there is room for it; a live group reads none. */
export async function readHistory(tx: ReadTransaction, start: Group, clock: WriteClock): Promise<Group> {
  let group: Group = { ...start, reading: { ...start.reading, pending: false } }
  while (!group.reading.live && !group.reading.pending && hasRoom(group)) {
    const page = await readPage(tx, group, clock)
    group = page ? addHistory(group, page) : historyFailed(group)
  }
  return group
}

/** One batch of what readers of the stream see; undefined where it cannot be read and never will be. */
async function readPage(tx: ReadTransaction, group: Group, clock: WriteClock): Promise<HistoryPage | undefined> {
  const { stream, configuration, reading } = group
  const count = batchSize(group)
  const from = await firstReadable(tx, group)
  const request = { stream, from: BigInt(from), direction: 'forward', count, resolveLinks: configuration.resolveLinks } as const
  const page = await readPageIn(tx, request, clock.now())
  if (page.kind === 'missing') return { messages: [], next: reading.next, isEnd: true }
  if (page.kind !== 'page') return undefined
  const messages = page.entries.map(messageOf).toReversed()
  return { messages, next: page.isEnd ? Math.max(reading.next, Number(page.last) + 1) : from + count, isEnd: page.isEnd }
}

/** Where history goes on; events that are truncated away can be many and are leapt over. */
async function firstReadable(tx: ReadTransaction, { stream, reading }: Group): Promise<number> {
  const head = await tx.head(stream)
  const first = head ? firstVisible(head) : 0n
  return first > BigInt(reading.next) && !isMissing(head) ? Number(first) : reading.next
}

/** A message that waits for its first delivery. */
export function messageOf(read: ReadEvent): Message {
  if (read.kind === 'event') return { number: read.event.number, retries: 0 }
  const target = read.kind === 'broken' ? 'missing' : { stream: read.event.stream, number: read.event.number }
  return { number: read.link.number, target, retries: 0 }
}
