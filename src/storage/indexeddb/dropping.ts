// Drops events from the log in IndexedDB: rewrites their records, and deletes empty ones.

import type { Position, RecordedEvent } from '../../base/events.ts'
import { rememberDropped } from './dropped.ts'
import { recordsAt } from './log.ts'
import type { StoredHeads } from './heads.ts'
import type { StoredRecord } from './records.ts'
import { eventsOf, isOfMany, recordWith } from './records.ts'
import { logStore } from './upgrade.ts'

/**
 * The cost grows with the records that hold the events, not with the log.
 *
 * @param end of the log; its last record stays even when empty, because it marks the end.
 * @param heads learn of streams that records of many streams no longer hold.
 * @returns names of the streams that lost an event.
 */
export async function dropFromLog(
  tx: IDBTransaction,
  heads: Pick<StoredHeads, 'displace'>,
  end: Position,
  positions: readonly Position[],
): Promise<Set<string>> {
  const dropped = new Set(positions)
  const log = tx.objectStore(logStore)
  const gone: RecordedEvent[] = []
  for (const neighbours of await recordsAt(log, positions)) {
    let empty: StoredRecord[] = []
    for (const record of neighbours) {
      const events = eventsOf(record)
      const left = events.flatMap(({ position }, index) => (dropped.has(position) ? [] : index))
      gone.push(...events.filter((event) => dropped.has(event.position)))
      for (const stream of isOfMany(record) ? lost(events, left) : []) heads.displace(stream, record.last)
      if (left.length === 0 && record.last !== end - 1) {
        empty.push(record)
        continue
      }
      deleteNeighbours(log, empty)
      empty = []
      if (left.length < events.length) log.put(recordWith(record, left))
    }
    deleteNeighbours(log, empty)
  }
  await rememberDropped(tx, gone)
  return new Set(gone.map((event) => event.stream))
}

/** @returns streams without an event among those that are left. */
function lost(events: readonly RecordedEvent[], left: readonly number[]): Set<string> {
  const streams = new Set(events.map(({ stream }) => stream))
  for (const index of left) streams.delete(events[index]!.stream)
  return streams
}

/** Deletes records with one request. @param records with no other between them. */
function deleteNeighbours(log: IDBObjectStore, records: readonly StoredRecord[]): void {
  const [first, last] = [records[0], records.at(-1)]
  if (first && last) log.delete(IDBKeyRange.bound([first.last, first.nonce], [last.last, last.nonce]))
}
