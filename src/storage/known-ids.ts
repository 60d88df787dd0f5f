// Knows the ids of the whole store: hashes in memory, caught up inside the transaction that asks (decision 6).

import { wrap } from 'idb'
import type { EventPlace, Position } from '../base/events.ts'
import { droppedAt } from './dropped.ts'
import type { HashedRun, IdHashes, IdRun } from './id-table.ts'
import { createIdTable, endOf, hashIds, isHashed } from './id-table.ts'
import type { LogKey } from './log.ts'
import { isSameKey, recordsAt, recordsBetween } from './log.ts'
import { eventsOf, idsOf } from './records.ts'
import { idStore, logStore } from './upgrade.ts'

/** The log as a transaction found it. */
export interface Base {
  readonly end: Position
  /** Key of the last record; undefined in an empty log. */
  readonly last: LogKey | undefined
  /** Whether the log only grew since it was as `KnownIds.last()` says: nobody cleared it. */
  readonly continues: boolean
}

export interface KnownIds {
  /** The last record of the log that is known; undefined while none is. */
  last(): LogKey | undefined
  /** @returns where the log up to `base` first held each id. */
  firstPlaces(tx: IDBTransaction, base: Base, ids: readonly string[]): Promise<(EventPlace | undefined)[]>
  /**
   * Puts ids that the database does not have yet into it, so that no tab ever has to read much of the log to catch up.
   *
   * @param appended the ids that the transaction appends behind `base`, without a gap.
   * @param enough how many new ids are worth a record.
   * @returns up to where the database has them now, or undefined where there were not enough.
   */
  keep(tx: IDBTransaction, base: Base, appended: readonly IdRun[], enough?: number): Promise<Position | undefined>
  /** Learns what a transaction appended and kept, once it has been committed. */
  committed(base: Base, appended: readonly IdRun[], last: LogKey, keptUpTo: Position | undefined): void
}

/** What the store of ids holds, under the position behind the last: in databases of version 3 always a single run. */
export type KeptIds = readonly IdRun[] | HashedRun

/** Catching up reads at most about so many events, and one more record for so many events is nothing to an append. */
const idsPerRecord = 512

export function createKnownIds(): KnownIds {
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

  const isCleared = (base: Base) => last !== undefined && !isSameKey(last, base.last) && !base.continues

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

  const catchUp = async (tx: IDBTransaction, base: Base): Promise<void> => {
    if (isCleared(base)) forget()
    if (isSameKey(last, base.last)) return
    const records = await wrap<KeptIds[]>(tx.objectStore(idStore).getAll(IDBKeyRange.lowerBound(end, true)))
    learnKept(records.flat())
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
      const ids: KeptIds = joined([...recent, ...appended])
      tx.objectStore(idStore).put(ids, newEnd)
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

/** @returns the same runs, but hashes that stand one behind the other in one list. */
function joined(runs: readonly IdRun[]): IdRun[] {
  const all: IdRun[] = []
  let hashed: HashedRun[] = []
  const join = () => {
    const [run] = hashed
    if (run) all.push({ first: run.first, hashes: joinedHashes(hashed) })
    hashed = []
  }
  for (const run of runs) {
    if (isHashed(run)) {
      hashed.push(run)
    } else {
      join()
      all.push(run)
    }
  }
  join()
  return all
}

function joinedHashes(runs: readonly HashedRun[]): IdHashes {
  const all = new Uint32Array(runs.reduce((length, { hashes }) => length + hashes.length, 0))
  let at = 0
  for (const { hashes } of runs) {
    all.set(hashes, at)
    at += hashes.length
  }
  return all
}
