// Knows the ids of the whole store: hashes in memory, caught up inside the transaction that asks (decision 6).

import { wrap } from 'idb'
import type { EventPlace, Position } from '../../base/events.ts'
import type { CountedIds } from './counted-ids.ts'
import { countedIdAt, isCounted } from './counted-ids.ts'
import { droppedAt } from './dropped.ts'
import type { IdRun } from './id-table.ts'
import { createIdTable, endOf, hashIds } from './id-table.ts'
import type { LogKey } from './log.ts'
import { isSameKey, recordsAt, recordsBetween } from './log.ts'
import { eventsOf, idsOf } from './records.ts'
import { idStore, logStore } from './upgrade.ts'

/** The log as a transaction found it. */
export interface LogSnapshot {
  readonly end: Position
  /** Key of the last record; undefined in an empty log. */
  readonly last: LogKey | undefined
  /** Whether the log only grew since it was as `IdIndex.last()` says: nobody cleared it. */
  readonly continues: boolean
}

export interface IdIndex {
  /** The last record of the log that is known; undefined while none is. */
  last(): LogKey | undefined
  /** @returns where the log up to `base` first held each id. */
  firstPlaces(tx: IDBTransaction, base: LogSnapshot, ids: readonly string[]): Promise<(EventPlace | undefined)[]>
  /**
   * Puts ids that the database does not have yet into it, so that no tab ever has to read much of the log to catch up.
   *
   * @param appended the ids that the transaction appends behind `base`, without a gap.
   * @param enough how many new ids are worth a record.
   * @returns up to where the database has them now, or undefined where there were not enough.
   */
  keep(tx: IDBTransaction, base: LogSnapshot, appended: readonly IdRun[], enough?: number): Promise<Position | undefined>
  /** Learns what a transaction appended and kept, once it has been committed. */
  committed(base: LogSnapshot, appended: readonly IdRun[], last: LogKey, keptUpTo: Position | undefined): void
}

/** What the store of ids holds, under the position behind the last: what version 4 of the schema wrote may be several runs, some counted. */
type KeptIds = IdRun | readonly (IdRun | CountedRun)[]

interface CountedRun extends CountedIds {
  readonly count: number
}

/** Catching up reads at most about so many events, and one more record for so many events is nothing to an append. */
const idsPerRecord = 512

export function createIdIndex(): IdIndex {
  let table = createIdTable()
  // The table reaches up to `end`, the records of ids at least up to `kept`; `recent` is what lies between.
  let last: LogKey | undefined
  let end: Position = 0
  let kept: Position = 0
  let recent: IdRun[] = []

  const forget = () => {
    table = createIdTable()
    last = undefined
    end = 0
    kept = 0
    recent = []
  }

  const isCleared = (base: LogSnapshot) => last !== undefined && !isSameKey(last, base.last) && !base.continues

  const learn = (run: IdRun) => {
    table.add(run)
    recent.push(run)
    end = endOf(run)
  }

  const learnKept = (runs: readonly IdRun[]) => {
    const last = runs.at(-1)
    if (last === undefined) return
    // Each goes on where the one before it ends, or repeats some of it: repeating does no harm.
    for (const run of runs) table.add(run)
    kept = endOf(last)
    end = Math.max(end, kept)
    recent = []
  }

  const catchUp = async (tx: IDBTransaction, base: LogSnapshot): Promise<void> => {
    if (isCleared(base)) forget()
    if (isSameKey(last, base.last)) return
    const records = await wrap<KeptIds[]>(tx.objectStore(idStore).getAll(IDBKeyRange.lowerBound(end, true)))
    learnKept(records.flat().map(hashed))
    // Events are dropped only after their ids were kept, so behind that the log is complete.
    const known = end
    const unkept = await recordsBetween(tx.objectStore(logStore), known, base.end - 1)
    // Unless somebody else, who reads at the same time, has been faster.
    if (end === known) learn({ first: known, hashes: hashIds(unkept.flatMap(idsOf)) })
    last = base.last
  }

  return {
    last: () => last,

    async firstPlaces(tx, base, ids) {
      await catchUp(tx, base)
      const positions = ids.map((id) => table.find(id))
      const hits = positions.filter((position) => position !== undefined)
      if (hits.length === 0) return ids.map(() => undefined)
      const [dropped, records] = await Promise.all([droppedAt(tx, hits), recordsAt(tx.objectStore(logStore), hits)])
      const stored = [...dropped, ...records.flat().flatMap(eventsOf)]
      const byPosition = new Map(stored.map((event) => [event.position, event]))
      return ids.map((id, index) => {
        const event = byPosition.get(positions[index] ?? -1)
        return event?.id.toLowerCase() === id.toLowerCase() ? { stream: event.stream, number: event.number } : undefined
      })
    },

    async keep(tx, base, appended, enough = idsPerRecord) {
      const lastRun = appended.at(-1)
      const newEnd = lastRun ? endOf(lastRun) : base.end
      if (!isCleared(base) && newEnd - kept < enough) return undefined
      await catchUp(tx, base)
      if (newEnd - kept < enough) return undefined
      tx.objectStore(idStore).put(joined([...recent, ...appended]), newEnd)
      return newEnd
    },

    committed(base, appended, newLast, keptUpTo) {
      // Where something is missing in between, the next look catches up.
      if (!isSameKey(last, base.last)) return
      for (const run of appended) learn(run)
      last = newLast
      if (keptUpTo === undefined) return
      kept = keptUpTo
      recent = appended.filter((run) => endOf(run) > keptUpTo)
    },
  }
}

const hashed = (run: IdRun | CountedRun): IdRun =>
  isCounted(run)
    ? { first: run.first, hashes: hashIds(Array.from({ length: run.count }, (_, index) => countedIdAt(run, run.first + index))) }
    : run

/** @param runs one behind the other, at least one. */
function joined(runs: readonly IdRun[]): IdRun {
  const hashes = new Uint32Array(runs.reduce((length, run) => length + run.hashes.length, 0))
  let at = 0
  for (const run of runs) {
    hashes.set(run.hashes, at)
    at += run.hashes.length
  }
  return { first: runs[0]!.first, hashes }
}
