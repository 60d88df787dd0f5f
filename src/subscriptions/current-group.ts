// Brings a group up to the present before anything is done with it: ticks that passed, checkpoints, live events.

import type { WriteClock } from '../base/environment.ts'
import type { ReadTransaction, WriteTransaction } from '../storage/storage.ts'
import { noticeLive, readHistory, streamEnd } from './catch-up.ts'
import { markCheckpoint } from './checkpoint.ts'
import { readCheckpoint, writeCheckpoint } from './checkpoint-stream.ts'
import type { TickWrite } from './ticks.ts'
import { hasDueTick, tickUntil } from './ticks.ts'
import type { Settlement } from './delivery.ts'
import type { GroupEntry } from './directory.ts'
import type { Group } from './group.ts'
import { groupKey, newGroup } from './group.ts'
import { park } from './parking.ts'
import { groupTable } from './tables.ts'

/** The group as it is now, and is kept as; undefined where there is none of these names. */
export async function groupAtPresent(tx: WriteTransaction, stream: string, name: string, clock: WriteClock): Promise<Group | undefined> {
  const group = await tx.row(groupTable, groupKey(stream, name))
  // Another pair of names can share the key.
  return group?.stream === stream && group.name === name ? toPresent(tx, group, clock) : undefined
}

async function toPresent(tx: WriteTransaction, group: Group, clock: WriteClock): Promise<Group> {
  await bringOwner(tx, group.stream, clock)
  const ticked = tickUntil(group, clock.now())
  for (const write of ticked.writes) await writeTick(tx, group, write, clock)
  const present = await noticeLive(tx, ticked.group, clock)
  // Whatever the caller decides, what was written must not be written again; but consumers that wait for messages write nothing.
  if (hasChanged(group, present)) putGroup(tx, present)
  return present
}

/** Whether more than the time is new. */
const hasChanged = (before: Group, after: Group): boolean =>
  (Object.keys(after) as (keyof Group)[]).some((member) => member !== 'ticked' && before[member] !== after[member])

/** Events that a tick writes get the tick's time, whoever looks later. */
function writeTick(tx: WriteTransaction, group: Group, write: TickWrite, clock: WriteClock): Promise<void> {
  const atTick: WriteClock = { now: () => write.at, uuid: clock.uuid }
  return write.kind === 'park' ? park(tx, group, write.parking, atTick) : writeCheckpoint(tx, group, write.number, atTick)
}

const ownStream = /^\$persistentsubscription-(?<key>.*)-(?:parked|checkpoint)$/s

/** Whether a group may be writing into the stream. */
export const isOwnStream = (stream: string): boolean => ownStream.test(stream)

/** Brings the group up to the present that writes into a stream of its own, before anybody reads that stream. */
export async function bringOwner(tx: WriteTransaction, stream: string, clock: WriteClock): Promise<void> {
  const owner = await ownerOf(tx, stream)
  if (owner) await toPresent(tx, owner, clock)
}

/** The group whose parked or checkpoint stream this is. */
export async function ownerOf(tx: ReadTransaction, stream: string): Promise<Group | undefined> {
  const key = ownStream.exec(stream)?.groups?.['key']
  return key === undefined ? undefined : tx.row(groupTable, key)
}

/** Whether bringing the group up to the present would change more than the time. */
export const needsLook = async (tx: ReadTransaction, group: Group, now: number): Promise<boolean> =>
  hasDueTick(group, now) || group.reading.unseen < (await streamEnd(tx, group.stream))

export const putGroup = (tx: WriteTransaction, group: Group): void => tx.putRow(groupTable, groupKey(group.stream, group.name), group)

/** Begins a group's life: from its checkpoint if it has one, else from its start position (server-http §10.3). */
export async function beginGroup(tx: WriteTransaction, { stream, name, configuration }: GroupEntry, clock: WriteClock): Promise<void> {
  await bringOwner(tx, stream, clock)
  const now = clock.now()
  const checkpoint = await readCheckpoint(tx, stream, name, now)
  const group = newGroup({ stream, name, configuration, streamEnd: await streamEnd(tx, stream), checkpoint, now })
  putGroup(tx, await readHistory(tx, group, clock))
}

/**
 * What an acknowledgement or a nack ends with: parked messages are written, a checkpoint where it is due, and history is read again
 * where there is room for it. Nothing else makes a group read on (server-http §10.5).
 */
export async function finishSettling(tx: WriteTransaction, { group, parked }: Settlement, clock: WriteClock): Promise<void> {
  for (const parking of parked) await park(tx, group, parking, clock)
  const marked = markCheckpoint(group, clock.now(), false)
  if (marked.checkpoint !== undefined) await writeCheckpoint(tx, group, marked.checkpoint, clock)
  putGroup(tx, await readHistory(tx, marked.group, clock))
}
