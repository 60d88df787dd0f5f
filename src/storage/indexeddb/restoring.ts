// Puts a whole log into an emptied database: records, ids, and dropped events.

import { recordedTable } from '../../base/event-table.ts'
import type { LogKey } from './log.ts'
import type { HashedIds } from './id-table.ts'
import { hashIds } from './id-table.ts'
import type { StoredHeads } from './heads.ts'
import { emptyRecord, recordsOf } from './records.ts'
import { rememberDropped } from './dropped.ts'
import type { StoredLog } from '../storage.ts'
import { idStore, logStore } from './upgrade.ts'

/** @param heads learn the places of streams that the index does not hold. @returns the key of the last record, if any. */
export async function restoreLog(
  tx: IDBTransaction,
  heads: Pick<StoredHeads, 'place'>,
  { end, events, dropped }: StoredLog,
): Promise<LogKey | undefined> {
  const made = recordsOf(recordedTable(events))
  for (const { record, placed } of made) for (const [stream, number] of placed) heads.place(stream, number, record.last)
  const records = made.map(({ record }) => record)
  // The last record marks the end of the log, even where its last events were dropped.
  if (end > (records.at(-1)?.last ?? -1) + 1) records.push(emptyRecord(end))
  for (const record of records) tx.objectStore(logStore).put(record)
  // The ids of dropped events that were not the first to have them are gone, and no request can ask for them.
  const ids = Array.from({ length: end }, () => '')
  for (const { id, position } of [...events, ...dropped]) ids[position] = id
  const kept: HashedIds = { first: 0, hashes: hashIds(ids) }
  if (end > 0) tx.objectStore(idStore).put(kept, end)
  await rememberDropped(tx, dropped)
  const last = records.at(-1)
  return last && [last.last, last.nonce]
}
