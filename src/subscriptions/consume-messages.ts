// Takes, acknowledges, hands back and replays messages inside a transaction (server-http §10.4 to §10.7).

import type { GroupClock } from './group-clock.ts'
import type { WriteTransaction } from '../storage/storage.ts'
import type { ReadEvent } from '../streams/read/links.ts'
import type { MessageDelivery, NackAction, Settlement } from './group/delivery.ts'
import { acknowledge, deliver, handBack, nextMessages } from './group/delivery.ts'
import type { Group, GroupName } from './group/group.ts'
import { replayParked, truncateParked } from './parking.ts'
import { finishSettlement, currentGroup, putGroup } from './current-group.ts'
import { readDirectory } from './stored/tables.ts'
import { eventsOf } from './stored/stored-messages.ts'

/** A message as a consumer receives it. */
export interface TakenMessage {
  readonly read: ReadEvent
  /** How many deliveries came before this one. */
  readonly retries: number
}

export type TakeOutcome =
  /** In order of delivery. */
  | { readonly kind: 'taken'; readonly messages: readonly TakenMessage[] }
  | { readonly kind: 'unknown' }
  /** The subsystem is stopped: the server never answers. */
  | { readonly kind: 'stopped' }

/** Delivers at most `count` messages, which are outstanding from now on. */
export async function takeMessages(
  tx: WriteTransaction,
  { stream, name }: GroupName,
  count: number,
  clock: GroupClock,
): Promise<TakeOutcome> {
  if (!(await readDirectory(tx)).running) return { kind: 'stopped' }
  const group = await currentGroup(tx, stream, name, clock)
  if (!group) return { kind: 'unknown' }
  const messages: TakenMessage[] = []
  await deliverIn(tx, group, { most: count, accept: (message) => messages.push(message) > 0 }, clock)
  return { kind: 'taken', messages }
}

export interface Recipient {
  /** How many messages to look at, at most. */
  readonly most: number
  /** @returns whether the message is taken; one that is not stays where it is. */
  readonly accept: (message: TakenMessage) => boolean
}

/** Hands the next messages out. A message without its event counts as settled, and makes room for another one. */
export async function deliverIn(tx: WriteTransaction, group: Group, { most, accept }: Recipient, clock: GroupClock): Promise<void> {
  let left = most
  let rest = group
  for (let isShort = true; left > 0 && isShort;) {
    const found = await fetchNext(tx, rest, left)
    const delivered = found.filter(({ read, delivery }) => !read || accept({ read, retries: delivery.message.retries }))
    if (delivered.length === 0) return
    rest = deliver(
      rest,
      delivered.map(({ delivery }) => delivery),
      clock.now(),
    )
    putGroup(tx, rest)
    left -= found.filter(({ read }) => read).length
    isShort = found.some(({ read }) => !read)
  }
}

interface FetchedMessage {
  readonly delivery: MessageDelivery
  /** Undefined where a scavenge has removed the event. */
  readonly read: ReadEvent | undefined
}

async function fetchNext(tx: WriteTransaction, group: Group, count: number): Promise<FetchedMessage[]> {
  const messages = nextMessages(group, count)
  const events = await eventsOf(tx, group, messages)
  return messages.map((message, index) => {
    const read = events[index]
    return { delivery: { message, id: read && messageId(read) }, read }
  })
}

/** Consumers name a message by the id of its original event: that of the link where one was followed. */
export const messageId = (read: ReadEvent): string => (read.kind === 'event' ? read.event.id : read.link.id)

/** Ignores unknown groups and ids. */
export const acknowledgeMessages = (tx: WriteTransaction, group: GroupName, ids: readonly string[], clock: GroupClock): Promise<void> =>
  settle(tx, group, (present) => ({ group: acknowledge(present, ids), parked: [] }), clock)

/** Ignores unknown groups and ids. */
export const handBackMessages = (
  tx: WriteTransaction,
  group: GroupName,
  ids: readonly string[],
  { action, reason }: { readonly action: NackAction; readonly reason?: string | undefined },
  clock: GroupClock,
): Promise<void> => settle(tx, group, (present) => handBack(present, ids, action, reason), clock)

async function settle(
  tx: WriteTransaction,
  { stream, name }: GroupName,
  decide: (group: Group) => Settlement,
  clock: GroupClock,
): Promise<void> {
  const group = await currentGroup(tx, stream, name, clock)
  if (group) await finishSettlement(tx, decide(group), clock)
}

/** @param stopAt see `replayParked`. @returns whether the group exists. */
export async function replayMessages(
  tx: WriteTransaction,
  { stream, name }: GroupName,
  stopAt: bigint | undefined,
  clock: GroupClock,
): Promise<boolean> {
  const group = await currentGroup(tx, stream, name, clock)
  if (group) putGroup(tx, await replayParked(tx, group, stopAt, clock))
  return group !== undefined
}

/** @param stopAt see `truncateParked`. @returns whether the group exists. */
export async function truncateMessages(
  tx: WriteTransaction,
  { stream, name }: GroupName,
  stopAt: bigint | undefined,
  clock: GroupClock,
): Promise<boolean> {
  const group = await currentGroup(tx, stream, name, clock)
  if (group) putGroup(tx, await truncateParked(tx, group, stopAt, clock))
  return group !== undefined
}
