// The log as one transaction of IndexedDB sees it: where it began, and the events that the transaction appends.

import { valueAt, valuesOf } from '../../base/events/column.ts'
import type { EventTable, RecordedTable } from '../../base/events/event-table.ts'
import { countedFrom, recordedFrom, recordedTable, rowsOf, withOwnBytes } from '../../base/events/event-table.ts'
import type { EventPlace, Position } from '../../base/events/events.ts'
import { rememberDropped } from './dropped.ts'
import type { IdRun } from '../ids/id-runs.ts'
import { endOf, hashIds } from '../ids/id-runs.ts'
import type { LogKey, LogSnapshot } from './log/log.ts'
import { readSnapshot } from './log/log.ts'
import type { StoredHeads } from './heads/heads.ts'
import type { NewRecord } from './log/records.ts'
import { emptyRecord, recordsOf } from './log/records.ts'
import type { StoredLog } from '../storage.ts'
import { idStore, logStore, storeNames } from './connection/upgrade.ts'

/** A counted run of so few ids takes more memory than their hashes. */
const fewIds = 64

/** A restored log keeps its ids in records of so many: looking for one reads some of them. */
const restoredIdsPerRecord = 2 ** 14

export class Appends {
  readonly #tx: IDBTransaction
  readonly #known: LogKey | undefined
  readonly #heads: Pick<StoredHeads, 'place'>
  #initial: Promise<LogSnapshot> | undefined
  readonly #stored: { readonly ids: IdRun; readonly events: RecordedTable }[] = []
  /** The number of events that this transaction appended. */
  count = 0
  /** Key of the last record that this transaction put into the database; undefined if there is none. */
  lastKey: LogKey | undefined

  /**
   * @param known key of a record that was the last one once: it makes reading the key of the last one now cheaper.
   * @param heads learn the places of streams that the index does not hold.
   */
  constructor(tx: IDBTransaction, known: LogKey | undefined, heads: Pick<StoredHeads, 'place'>) {
    this.#tx = tx
    this.#known = known
    this.#heads = heads
  }

  /** The log as the transaction found it; read at the first call. */
  base(): Promise<LogSnapshot> {
    return (this.#initial ??= readSnapshot(this.#tx.objectStore(logStore), this.#known))
  }

  /** The present end of the log. */
  async end(): Promise<Position> {
    return (await this.base()).end + this.count
  }

  /** Ids of the appended events, in order. */
  ids(): readonly IdRun[] {
    return this.#stored.map(({ ids }) => ids)
  }

  /** The places of all appended events, in order. */
  places(): (EventPlace & { readonly id: string })[] {
    return this.#stored.flatMap(({ events }) => rowsOf(events))
  }

  /** @returns the position of the first event. */
  add(events: EventTable): Promise<Position> {
    return this.base().then(({ end }) => {
      const first = end + this.count
      this.count += events.count
      if (events.count > 0) this.#store(recordedFrom(withOwnBytes(events), first))
      return first
    })
  }

  /** Runs after all appends that were asked for before: they wait for the same answer, and promises keep the order. */
  inOrder<T>(work: () => Promise<T>): Promise<T> {
    return this.#tx.mode === 'readonly' ? work() : this.base().then(work)
  }

  /** Empties the whole database. */
  clear(): void {
    for (const name of storeNames) this.#tx.objectStore(name).clear()
    this.#initial = Promise.resolve({ end: 0, last: undefined, continues: false })
    this.#stored.length = 0
    this.count = 0
    this.lastKey = undefined
  }

  /** Puts a whole log into the emptied database; from now on the transaction counts as begun with it. */
  async restore({ end, events, dropped }: StoredLog): Promise<void> {
    let last = this.#putRecords(recordsOf(recordedTable(events)))
    // The last record marks the end of the log, even where its last events were dropped.
    if (end > (last?.[0] ?? -1) + 1) last = this.#putRecords([emptyRecord(end)])
    this.#initial = Promise.resolve({ end, last, continues: false })
    // The ids of dropped events that were not the first to have them are gone, and no request can ask for them.
    const firstBeside = (position: Position) => position - (position % restoredIdsPerRecord)
    const parts = Map.groupBy([...events, ...dropped], ({ position }) => firstBeside(position))
    // Ids count as stored up to the last record, so there is one at the end of the log even without ids.
    if (end > 0 && !parts.has(firstBeside(end - 1))) parts.set(firstBeside(end - 1), [])
    for (const [first, places] of parts) {
      const ids = Array.from({ length: Math.min(restoredIdsPerRecord, end - first) }, () => '')
      for (const { id, position } of places) ids[position - first] = id
      const kept: IdRun = { first, hashes: hashIds(ids) }
      this.#tx.objectStore(idStore).put(kept, endOf(kept))
    }
    await rememberDropped(this.#tx, dropped)
  }

  #store(events: RecordedTable): void {
    this.lastKey = this.#putRecords(recordsOf(events)) ?? this.lastKey
    this.#stored.push({ ids: idRunOf(events), events })
  }

  /** @returns the key of the last one, if any. */
  #putRecords(records: readonly NewRecord[]): LogKey | undefined {
    const log = this.#tx.objectStore(logStore)
    for (const { record, placed } of records) {
      log.put(record)
      for (const [stream, number] of placed) this.#heads.place(stream, number, record.last)
    }
    const last = records.at(-1)?.record
    return last && [last.last, last.nonce]
  }
}

/** @param events at consecutive positions. */
function idRunOf(events: RecordedTable): IdRun {
  const { count, id } = events
  const first = valueAt(events.position, 0)
  const counted = count > fewIds ? countedFrom(events) : undefined
  return counted === undefined ? { first, hashes: hashIds(valuesOf(id, count)) } : { first, id: counted, count }
}
