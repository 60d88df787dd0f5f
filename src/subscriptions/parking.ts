// Parks messages that consumers could not process, and replays parked ones (server-http §10.7).

import { newEvents } from '../base/events/event-table.ts'
import type { WriteClock } from '../base/platform/environment.ts'
import type { EventPlace } from '../base/events/events.ts'
import { printNumber, shownNumber } from '../base/events/events.ts'
import { writeJson } from '../base/json/write.ts'
import type { ReadTransaction, WriteTransaction } from '../storage/storage.ts'
import { expectedVersion } from '../streams/outcomes.ts'
import { resolveEvents } from '../streams/read/links.ts'
import { readIn } from '../streams/read/read.ts'
import { allStream, linkType, metadataType, metastreamOf } from '../streams/system.ts'
import { textOf } from '../base/bytes.ts'
import { firstVisible, isMissing } from '../streams/read/visible.ts'
import { appendIn } from '../streams/write/write.ts'
import { deliveryIn } from './catch-up.ts'
import type { GroupClock } from './group-clock.ts'
import type { Parking } from './group/delivery.ts'
import { replay } from './group/delivery.ts'
import type { Group, GroupName, Message, ParkedRange } from './group/group.ts'
import { nothingParked, parkedStreamOf } from './group/group.ts'
import { eventsOf, originalPlace } from './stored/stored-messages.ts'
import { printTime } from './time.ts'

/** Appends a link to the message's event, or a copy of its broken link. A hard-deleted parked stream takes none. @returns the group afterwards. */
export async function park(tx: WriteTransaction, group: Group, { message, reason }: Parking, clock: WriteClock): Promise<Group> {
  const link = {
    id: clock.uuid(),
    type: linkType,
    data: await linkData(tx, group, message),
    metadata: parkedMetadata(message, reason, clock.now()),
    isJson: false,
  }
  const stream = parkedStreamOf(group.stream, group.name)
  const outcome = await appendIn(tx, { stream, events: newEvents([link]), expected: expectedVersion.any }, clock)
  return outcome.kind === 'appended' ? { ...group, parked: { ...group.parked, last: outcome.last } } : group
}

async function linkData(tx: ReadTransaction, group: Group, message: Message): Promise<string> {
  if (message.target === 'missing') {
    const [read] = await eventsOf(tx, group, [message])
    if (read?.kind === 'broken') return textOf(read.link.data)
  }
  const { stream, number } = message.target && message.target !== 'missing' ? message.target : await placeOf(tx, group, message)
  return `${printNumber(number)}@${stream}`
}

/** A message of `$all` is numbered by its position, and its link needs the place in its stream. */
async function placeOf(tx: ReadTransaction, group: Group, message: Message): Promise<EventPlace> {
  if (group.stream !== allStream || message.replayed) return originalPlace(group, message)
  const [read] = await eventsOf(tx, group, [message])
  if (!read) return originalPlace(group, message)
  const { stream, number } = read.kind === 'event' ? read.event : read.link
  return { stream, number }
}

/** Leaves out members that are 0, as in all events the server writes. */
const parkedMetadata = ({ number }: Message, reason: string, now: number): string =>
  writeJson({ added: printTime(now), reason, ...(number !== 0 && { subscriptionEventNumber: shownNumber(number) }) })

/** @returns what the parked stream shows. */
export async function readParked(
  tx: ReadTransaction,
  { stream, name }: GroupName,
  { remembersReplays }: Pick<GroupClock, 'remembersReplays'>,
): Promise<ParkedRange> {
  const head = await tx.head(parkedStreamOf(stream, name))
  if (!head || head.tombstone || isMissing(head)) return nothingParked
  const first = Number(firstVisible(head))
  if (first <= head.last) return { last: head.last, first }
  return remembersReplays ? { ...nothingParked, first } : nothingParked
}

/** From its first replay on, a parked stream is open to administrators only. */
const parkedAccess = '{"$r":"$admins","$w":"$admins","$d":"$admins","$mr":"$admins","$mw":"$admins"}'

/**
 * Queues parked messages behind all retries, and truncates the parked stream behind them.
 *
 * @param stopAt number of the first parked message that stays; default: none stays.
 */
export async function replayParked(tx: WriteTransaction, group: Group, stopAt: bigint | undefined, clock: GroupClock): Promise<Group> {
  const stream = parkedStreamOf(group.stream, group.name)
  const head = await tx.head(stream)
  if (!head || head.tombstone || isMissing(head)) return group
  const end = stopAt === undefined || stopAt > BigInt(head.last) ? head.last + 1 : Number(stopAt)
  // Without a message to replay, the server fails and never replays again.
  if (end === 0) return group
  const parked = await readIn(tx, stream, { from: 0, direction: 'forward', limit: end }, clock.now())
  const links = parked.filter(({ number }) => number < end)
  const found = (await resolveEvents(tx, links, true, clock.now())).filter(({ kind }) => kind !== 'broken' || clock.replaysLostEvents)
  const messages = found.map(deliveryIn({ stream })).map((message) => ({ ...message, replayed: true as const }))
  if (clock.remembersReplays && isPassed(group, end)) return replay(group, messages)
  await truncate(tx, stream, end, clock)
  return replay({ ...group, parked: { ...group.parked, first: end } }, messages)
}

/** Whether the group knows that all messages before a number were replayed or truncated. */
const isPassed = ({ parked }: Group, end: number): boolean => end <= Math.max(0, parked.first)

/**
 * Drops parked messages without another delivery; those that are gone stay so.
 *
 * @param stopAt number of the first one that stays; default: none stays.
 */
export async function truncateParked(tx: WriteTransaction, group: Group, stopAt: bigint | undefined, clock: WriteClock): Promise<Group> {
  const stream = parkedStreamOf(group.stream, group.name)
  const head = await tx.head(stream)
  if (!head || head.tombstone || isMissing(head)) return group
  const end = stopAt === undefined || stopAt > BigInt(head.last) ? head.last + 1 : Number(stopAt)
  if (isPassed(group, end)) return group
  await truncate(tx, stream, end, clock)
  return { ...group, parked: { ...group.parked, first: end } }
}

const truncate = (tx: WriteTransaction, stream: string, end: number, clock: WriteClock) => {
  const data = `{"$tb":${end},"$acl":${parkedAccess}}`
  const metadata = { id: clock.uuid(), type: metadataType, data, metadata: '', isJson: true }
  return appendIn(tx, { stream: metastreamOf(stream), events: newEvents([metadata]), expected: expectedVersion.any }, clock)
}
