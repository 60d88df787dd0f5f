// Advances a group to the present before any use: ticks that passed, checkpoints, live events.

import type { GroupClock } from './group-clock.ts'
import type { ReadTransaction, WriteTransaction } from '../storage/storage.ts'
import { readLive, readHistory, streamEnd } from './catch-up.ts'
import { markCheckpoint } from './group/checkpoint.ts'
import { readCheckpoint, writeCheckpoint } from './stored/checkpoint-stream.ts'
import type { TickWrite } from './clock/ticks.ts'
import { hasDueTick, tickUntil } from './clock/ticks.ts'
import type { Settlement } from './group/delivery.ts'
import type { GroupEntry } from './stored/directory.ts'
import type { Group } from './group/group.ts'
import { groupKey, newGroup, nothingParked } from './group/group.ts'
import { park, readParked } from './parking.ts'
import { groupTable } from './stored/tables.ts'

/** The group, advanced to the present and stored; undefined if there is none. */
export async function currentGroup(tx: WriteTransaction, stream: string, name: string, clock: GroupClock): Promise<Group | undefined> {
  const group = await tx.row(groupTable, groupKey(stream, name))
  // Two groups can share a key.
  return group?.stream === stream && group.name === name ? await advance(tx, group, clock) : undefined
}

async function advance(tx: WriteTransaction, group: Group, clock: GroupClock): Promise<Group> {
  await advanceOwner(tx, group.stream, clock)
  const ticked = tickUntil(group, clock.now())
  let written = await withParked(tx, ticked.group, clock)
  for (const write of ticked.writes) written = await writeTick(tx, written, write, clock)
  const present = await readLive(tx, written, clock)
  // The ticks' writes must not be repeated, whatever the caller decides; but a consumer that polls in vain writes nothing.
  if (hasChanged(group, present)) putGroup(tx, present)
  return present
}

/** Rows of earlier versions do not tell what was parked. */
const withParked = async (
  tx: ReadTransaction,
  group: Partial<Pick<Group, 'parked'>> & Omit<Group, 'parked'>,
  clock: GroupClock,
): Promise<Group> => ({
  ...group,
  parked: group.parked ?? (await readParked(tx, group, clock)),
})

/** Whether more than `ticked` has changed. */
const hasChanged = (before: Group, after: Group): boolean =>
  (Object.keys(after) as (keyof Group)[]).some((member) => member !== 'ticked' && before[member] !== after[member])

/** Events that a tick writes get the tick's time, however late they are written. @returns the group afterwards. */
async function writeTick(tx: WriteTransaction, group: Group, write: TickWrite, clock: GroupClock): Promise<Group> {
  const atTick: GroupClock = { ...clock, now: () => write.at }
  if (write.kind === 'park') return await park(tx, group, write.parking, atTick)
  await writeCheckpoint(tx, group, write.number, atTick)
  return group
}

const ownStream = /^\$persistentsubscription-(?<key>.*)-(?:parked|checkpoint)$/s

/** Whether the stream has the name of a group's own stream. */
export const isOwnStream = (stream: string): boolean => ownStream.test(stream)

/** Advances the group that owns this stream, before the stream is read. */
async function advanceOwner(tx: WriteTransaction, stream: string, clock: GroupClock): Promise<void> {
  const owner = await ownerOf(tx, stream)
  if (owner) await advance(tx, owner, clock)
}

/** The group that owns this parked or checkpoint stream. */
export async function ownerOf(tx: ReadTransaction, stream: string): Promise<Group | undefined> {
  const key = ownStream.exec(stream)?.groups?.['key']
  return key === undefined ? undefined : await tx.row(groupTable, key)
}

/** Whether advancing the group would change more than `ticked`. */
export const hasDueWork = async (tx: ReadTransaction, group: Group, now: number): Promise<boolean> =>
  hasDueTick(group, now) || group.reading.unseen < (await streamEnd(tx, group.stream))

export const putGroup = (tx: WriteTransaction, group: Group): void => tx.putRow(groupTable, groupKey(group.stream, group.name), group)

/** Starts a group from its checkpoint, or else from its start position (server-http §10.3). */
export async function startGroup(tx: WriteTransaction, { stream, name, configuration }: GroupEntry, clock: GroupClock): Promise<void> {
  await advanceOwner(tx, stream, clock)
  const now = clock.now()
  const checkpoint = await readCheckpoint(tx, stream, name, now)
  const parked = checkpoint === undefined ? nothingParked : await readParked(tx, { stream, name }, clock)
  const group = newGroup({ stream, name, configuration, streamEnd: await streamEnd(tx, stream), checkpoint, parked, now })
  putGroup(tx, await readHistory(tx, group, clock))
}

/**
 * Ends an acknowledgement or a nack: parks messages, writes a due checkpoint, and reads history while there is room. Only settling makes a
 * group read on (server-http §10.5).
 */
export async function finishSettlement(tx: WriteTransaction, { group, parked }: Settlement, clock: GroupClock): Promise<void> {
  let written = group
  for (const parking of parked) written = await park(tx, written, parking, clock)
  const marked = markCheckpoint(written, clock.now(), false)
  if (marked.checkpoint !== undefined) await writeCheckpoint(tx, group, marked.checkpoint, clock)
  putGroup(tx, await readHistory(tx, marked.group, clock))
}
