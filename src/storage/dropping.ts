// Drops events from records in IndexedDB, and remembers which ids they had and where they stood.

import { wrap } from 'idb'
import type { Position, RecordedEvent } from '../base/events.ts'
import { recordsAt } from './log.ts'
import type { LogRecord } from './records.ts'
import { eventsOf, recordOf } from './records.ts'
import { droppedStore, logStore } from './upgrade.ts'

/**
 * Rewrites the records that hold the events: the cost grows with these records, not with the log.
 *
 * @param end where the log ends now; its last record stays, even if it is empty, because it says so.
 * @returns names of the streams that lost an event.
 */
export async function dropFromLog(tx: IDBTransaction, end: Position, positions: readonly Position[]): Promise<Set<string>> {
  const dropped = new Set(positions)
  const streams = new Set<string>()
  const records = await recordsAt(tx.objectStore(logStore), positions)
  await Promise.all(
    records.map(async (record) => {
      const events = eventsOf(record)
      const gone = events.filter((event) => dropped.has(event.position))
      if (gone.length === 0) return
      for (const event of gone) streams.add(event.stream)
      const left = events.filter((event) => !dropped.has(event.position))
      const log = tx.objectStore(logStore)
      if (left.length > 0 || record.last === end - 1) log.put(recordOf(left, record.last))
      else log.delete(record.last)
      await remember(tx, record.last, gone)
    }),
  )
  return streams
}

async function remember(tx: IDBTransaction, last: Position, gone: readonly RecordedEvent[]): Promise<void> {
  const store = tx.objectStore(droppedStore)
  const before = await wrap<LogRecord | undefined>(store.get(last))
  const places = gone.map((event) => ({ ...event, type: '', data: '', metadata: '', isJson: false, created: 0 }))
  store.put(recordOf([...(before ? eventsOf(before) : []), ...places], last))
}
