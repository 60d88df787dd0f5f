// Puts a whole log into an emptied database: records, ids, and dropped events.

import type { LogKey } from './log.ts'
import type { IdRun } from './id-table.ts'
import { hashIds } from './id-table.ts'
import type { StoredHeads } from './heads.ts'
import { emptyRecord, placedStreams, recordsOf } from './records.ts'
import { rememberDropped } from './dropped.ts'
import type { StoredLog } from '../storage.ts'
import { idStore, logStore } from './upgrade.ts'

/** @param heads learn the places of streams that the index does not hold. @returns the key of the last record, if any. */
export async function restoreLog(
  tx: IDBTransaction,
  heads: Pick<StoredHeads, 'place'>,
  { end, events, dropped }: StoredLog,
): Promise<LogKey | undefined> {
  const records = recordsOf(events)
  for (const record of records) for (const [stream, number] of placedStreams(record)) heads.place(stream, number, record.last)
  // The last record marks the end of the log, even where its last events were dropped.
  if (end > (records.at(-1)?.last ?? -1) + 1) records.push(emptyRecord(end))
  for (const record of records) tx.objectStore(logStore).put(record)
  // The ids of dropped events that were not the first to have them are gone, and no request can ask for them.
  const ids = Array.from({ length: end }, () => '')
  for (const { id, position } of [...events, ...dropped]) ids[position] = id
  const kept: IdRun = { first: 0, hashes: hashIds(ids) }
  if (end > 0) tx.objectStore(idStore).put(kept, end)
  await rememberDropped(tx, dropped)
  const last = records.at(-1)
  return last && [last.last, last.nonce]
}
