// Puts a whole log into an emptied database: its records, its ids, and what it remembers of dropped events.

import type { LogKey } from './log.ts'
import type { IdRun } from './id-table.ts'
import { hashIds } from './id-table.ts'
import type { StoredHeads } from './heads.ts'
import { emptyRecord, placedStreams, recordsOf } from './records.ts'
import { rememberDropped } from './dropped.ts'
import type { StoredLog } from '../storage.ts'
import { idStore, logStore } from './upgrade.ts'

/** @param heads hear where streams stand that the index does not know. @returns the key of the last record, if there is one. */
export async function restoreLog(
  tx: IDBTransaction,
  heads: Pick<StoredHeads, 'place'>,
  { end, events, dropped }: StoredLog,
): Promise<LogKey | undefined> {
  const records = recordsOf(events)
  for (const record of records) for (const [stream, number] of placedStreams(record)) heads.place(stream, number, record.last)
  // The last record says where the log ends, even where its last events are gone.
  if (end > (records.at(-1)?.last ?? -1) + 1) records.push(emptyRecord(end))
  for (const record of records) tx.objectStore(logStore).put(record)
  // Where events were dropped whose ids others had before, nothing is left that anybody could ask for.
  const ids = Array.from({ length: end }, () => '')
  for (const { id, position } of [...events, ...dropped]) ids[position] = id
  const kept: IdRun = { first: 0, hashes: hashIds(ids) }
  if (end > 0) tx.objectStore(idStore).put(kept, end)
  await rememberDropped(tx, dropped)
  const last = records.at(-1)
  return last && [last.last, last.nonce]
}
