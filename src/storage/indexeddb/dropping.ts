// Drops events from the log in IndexedDB: rewrites their records, and deletes empty ones.

import type { Position, RecordedEvent } from '../../base/events.ts'
import { rememberDropped } from './dropped.ts'
import { recordsAt } from './log.ts'
import type { StoredHeads } from './heads.ts'
import type { LogRecord } from './records.ts'
import { eventsOf, recordWith, streamsIn } from './records.ts'
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
    let empty: LogRecord[] = []
    for (const record of neighbours) {
      const events = eventsOf(record)
      const left = events.filter((event) => !dropped.has(event.position))
      gone.push(...events.filter((event) => dropped.has(event.position)))
      for (const stream of record.many ? lost(record, left) : []) heads.displace(stream, record.last)
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

/** @returns streams without an event among the rest of a record. */
function lost(record: LogRecord, left: readonly RecordedEvent[]): string[] {
  const kept = new Set(left.map(({ stream }) => stream))
  return streamsIn(record).filter((stream) => !kept.has(stream))
}

/** Deletes records with one request. @param records with no other between them. */
function deleteNeighbours(log: IDBObjectStore, records: readonly LogRecord[]): void {
  const [first, last] = [records[0], records.at(-1)]
  if (first && last) log.delete(IDBKeyRange.bound([first.last, first.nonce], [last.last, last.nonce]))
}
