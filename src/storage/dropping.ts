// Drops events from the log in IndexedDB: rewrites the records that held them, and deletes those that are empty now.

import type { Position } from '../base/events.ts'
import { rememberDropped } from './dropped.ts'
import { recordsAt } from './log.ts'
import type { LogRecord } from './records.ts'
import { eventsOf, recordWith } from './records.ts'
import { logStore } from './upgrade.ts'

/**
 * The cost grows with the records that hold the events, not with the log.
 *
 * @param end where the log ends now; its last record stays, even if it is empty, because it says so.
 * @returns names of the streams that lost an event.
 */
export async function dropFromLog(tx: IDBTransaction, end: Position, positions: readonly Position[]): Promise<Set<string>> {
  const dropped = new Set(positions)
  const log = tx.objectStore(logStore)
  const gone = []
  const empty: LogRecord[] = []
  for (const record of await recordsAt(log, positions)) {
    const events = eventsOf(record)
    const left = events.filter((event) => !dropped.has(event.position))
    if (left.length === events.length) continue
    gone.push(...events.filter((event) => dropped.has(event.position)))
    if (left.length > 0 || record.last === end - 1) log.put(recordWith(record, left))
    else empty.push(record)
  }
  for (const record of empty) log.delete([record.last, record.nonce])
  await rememberDropped(tx, gone)
  return new Set(gone.map((event) => event.stream))
}
