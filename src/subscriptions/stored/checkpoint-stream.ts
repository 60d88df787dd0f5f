// Writes a group's checkpoints to their stream, and reads the one that the group restarts from (server-http §10.8).

import { newEvents } from '../../base/events/event-table.ts'
import { printNumber } from '../../base/events/events.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/storage.ts'
import { expectedVersion } from '../../streams/outcomes.ts'
import { readIn } from '../../streams/read/read.ts'
import { allStream } from '../../streams/system.ts'
import { textOf } from '../../base/bytes.ts'
import { appendIn } from '../../streams/write/write.ts'
import type { GroupClock } from '../group-clock.ts'
import { checkpointStreamOf } from '../group/group.ts'
import type { GroupName } from '../group/group.ts'

/** Every release reads the events of all. */
const checkpointTypes = ['SubscriptionCheckpoint', '$SubscriptionCheckpoint']

/** A position, as groups on `$all` print it. */
export const printPlace = (position: number | bigint): string => `C:${position}/P:${position}`

/** A hard-deleted checkpoint stream takes no checkpoint. @param number of the last event before which every message is settled. */
export async function writeCheckpoint(tx: WriteTransaction, { stream, name }: GroupName, number: number, clock: GroupClock): Promise<void> {
  const data = JSON.stringify(stream === allStream ? printPlace(number) : printNumber(number))
  const event = { id: clock.uuid(), type: clock.checkpointType, data, metadata: '', isJson: true }
  await appendIn(tx, { stream: checkpointStreamOf(stream, name), events: newEvents([event]), expected: expectedVersion.any }, clock)
}

/** @returns the number in the stream's last event; undefined if that is missing or no checkpoint. */
export async function readCheckpoint(tx: ReadTransaction, stream: string, name: string, now: number): Promise<number | undefined> {
  const [last] = await readIn(tx, checkpointStreamOf(stream, name), { from: Number.MAX_SAFE_INTEGER, direction: 'backward', limit: 1 }, now)
  const [, digits] = last && checkpointTypes.includes(last.type) ? (/^\s*"(?:C:)?(\d+)(?:\/P:\d+)?"\s*$/.exec(textOf(last.data)) ?? []) : []
  return digits === undefined ? undefined : Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
}
