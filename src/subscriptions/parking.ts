// Writes messages that nobody could process into the parked stream of their group, and brings them back from there (server-http §10.7).

import type { WriteClock } from '../base/environment.ts'
import { printNumber } from '../base/events.ts'
import { writeJson } from '../base/json/write.ts'
import type { ReadTransaction, WriteTransaction } from '../storage/storage.ts'
import { expectedVersion } from '../streams/outcomes.ts'
import { readersOf } from '../streams/read/links.ts'
import { readIn } from '../streams/read/read.ts'
import { linkType, metadataType, metastreamOf } from '../streams/system.ts'
import { textOf } from '../streams/metadata/text.ts'
import { firstVisible, isMissing } from '../streams/read/visible.ts'
import { appendIn } from '../streams/write/write.ts'
import { messageOf } from './catch-up.ts'
import type { Parking } from './delivery.ts'
import { replay } from './delivery.ts'
import type { Group, Message } from './group.ts'
import { parkedStreamOf } from './group.ts'
import { eventsOf, originalPlace } from './stored-messages.ts'
import { printTime } from './time.ts'

/** Parks one message: a link to its event, or what the link said that leads nowhere. A parked stream that is deleted for good takes none. */
export async function park(tx: WriteTransaction, group: Group, { message, reason }: Parking, clock: WriteClock): Promise<void> {
  const link = {
    id: clock.uuid(),
    type: linkType,
    data: await linkData(tx, group, message),
    metadata: parkedMetadata(message, reason, clock.now()),
    isJson: false,
  }
  await appendIn(tx, { stream: parkedStreamOf(group.stream, group.name), events: [link], expected: expectedVersion.any }, clock)
}

async function linkData(tx: ReadTransaction, group: Group, message: Message): Promise<string> {
  if (message.target === 'missing') {
    const [read] = await eventsOf(tx, group, [message])
    if (read?.kind === 'broken') return textOf(read.link.data)
  }
  const { stream, number } = message.target && message.target !== 'missing' ? message.target : originalPlace(group, message)
  return `${printNumber(number)}@${stream}`
}

/** Members that are 0 are left out, as in everything the server stores. */
const parkedMetadata = ({ number }: Message, reason: string, now: number): string =>
  writeJson({ added: printTime(now), reason, ...(number !== 0 && { subscriptionEventNumber: BigInt(printNumber(number)) }) })

/** @returns how many messages are parked and not replayed. */
export async function countParked(tx: ReadTransaction, { stream, name }: Group): Promise<number> {
  const head = await tx.head(parkedStreamOf(stream, name))
  if (!head || head.tombstone || isMissing(head)) return 0
  return Math.max(0, head.last + 1 - Number(firstVisible(head)))
}

/** What nobody but administrators may do with a parked stream, from its first replay on. */
const parkedAccess = '{"$r":"$admins","$w":"$admins","$d":"$admins","$mr":"$admins","$mw":"$admins"}'

/**
 * Puts parked messages at the end of those that wait for a retry, and truncates the parked stream behind them.
 *
 * @param stopAt number of the first parked message that stays; default: none stays.
 */
export async function replayParked(tx: WriteTransaction, group: Group, stopAt: bigint | undefined, clock: WriteClock): Promise<Group> {
  const stream = parkedStreamOf(group.stream, group.name)
  const head = await tx.head(stream)
  if (!head || head.tombstone || isMissing(head)) return group
  const end = stopAt === undefined || stopAt > BigInt(head.last) ? head.last + 1 : Number(stopAt)
  // The reference fails on nothing to replay and never replays again.
  if (end === 0) return group
  const parked = await readIn(tx, stream, { from: 0, direction: 'forward', limit: end }, clock.now())
  const links = parked.filter(({ number }) => number < end)
  const messages = (await readersOf(tx, links, true, clock.now())).map(messageOf)
  await truncate(tx, stream, end, clock)
  return replay(
    group,
    messages.map((message) => ({ ...message, replayed: true })),
  )
}

const truncate = (tx: WriteTransaction, stream: string, end: number, clock: WriteClock) => {
  const data = `{"$tb":${end},"$acl":${parkedAccess}}`
  const metadata = { id: clock.uuid(), type: metadataType, data, metadata: '', isJson: true }
  return appendIn(tx, { stream: metastreamOf(stream), events: [metadata], expected: expectedVersion.any }, clock)
}
