// Finds the first place of an id in the whole store: a filter in memory, and runs of hashes in the database (decision 6).

import { wrap } from 'idb'
import type { EventPlace, Position } from '../../base/events.ts'
import { droppedAt } from './dropped.ts'
import type { PositionRange } from './id-filter.ts'
import { IdFilter } from './id-filter.ts'
import type { HashedIds, IdRun } from './id-runs.ts'
import { endOf, firstPositions, hashIds, joined } from './id-runs.ts'
import type { LogKey, LogSnapshot } from './log.ts'
import { isSameKey, recordsAt, recordsBetween } from './log.ts'
import { eventsOf, idsOf } from './records.ts'
import { idStore, logStore } from './upgrade.ts'

/** A record in the store of ids, keyed by the position behind its last one: consecutive runs, or one of hashes. */
type KeptIds = readonly IdRun[] | HashedIds

/** Catching up reads about so many events at most, and one more record for so many is cheap for an append. */
const idsPerRecord = 512

export type IdIndex = ReturnType<typeof createIdIndex>

export function createIdIndex() {
  let filter = new IdFilter()
  // The filter reaches up to `end`, the records of ids at least up to `kept`; `recent` holds those between.
  let last: LogKey | undefined
  let end: Position = 0
  let kept: Position = 0
  let recent: IdRun[] = []

  const isCleared = (base: LogSnapshot) => last !== undefined && !isSameKey(last, base.last) && !base.continues

  /** @param runs each starts where the one before it ends, or repeats some of its ids, which does no harm. */
  const learn = (runs: readonly IdRun[]) => {
    const newest = runs.at(-1)
    if (newest === undefined) return
    filter.add(runs)
    end = Math.max(end, endOf(newest))
  }

  const catchUp = async (tx: IDBTransaction, base: LogSnapshot): Promise<void> => {
    if (isCleared(base)) {
      filter = new IdFilter()
      last = undefined
      end = 0
      kept = 0
      recent = []
    }
    if (isSameKey(last, base.last)) return
    const records = await wrap<KeptIds[]>(tx.objectStore(idStore).getAll(IDBKeyRange.lowerBound(end, true)))
    // Another transaction may have caught up meanwhile.
    const news = records.flat().filter((run) => endOf(run) > end)
    if (news.length > 0) {
      learn(news)
      kept = end
      recent = []
    }
    // Ids are stored before events are dropped, so the log behind the stored ids is complete.
    const known = end
    const unkept = await recordsBetween(tx.objectStore(logStore), known, base.end - 1)
    if (end === known) {
      const run = { first: known, hashes: hashIds(unkept.flatMap(idsOf)) }
      learn([run])
      recent.push(run)
    }
    last = base.last
  }

  /** @returns first positions; Infinity where there is none. */
  const positionsOf = async (tx: IDBTransaction, ids: readonly string[]): Promise<Position[]> => {
    const hashes = hashIds(ids)
    const runs = await Promise.all(filter.rangesWith(hashes).map((range) => runsIn(tx, range)))
    const hashed = firstPositions([...runs.flat(), ...recent], hashes)
    return ids.map((id, index) => Math.min(hashed[index]!, filter.findCounted(id)))
  }

  return {
    /** Key of the last indexed record of the log, if any. */
    last: () => last,

    /** @returns the place where the log up to `base` first had each id. */
    async firstPlaces(tx: IDBTransaction, base: LogSnapshot, ids: readonly string[]): Promise<(EventPlace | undefined)[]> {
      await catchUp(tx, base)
      const positions = await positionsOf(tx, ids)
      const hits = positions.filter((position) => position !== Infinity)
      if (hits.length === 0) return ids.map(() => undefined)
      const [dropped, records] = await Promise.all([droppedAt(tx, hits), recordsAt(tx.objectStore(logStore), hits)])
      const stored = [...dropped, ...records.flat().flatMap(eventsOf)]
      const byPosition = new Map(stored.map((event) => [event.position, event]))
      return ids.map((id, index) => {
        const event = byPosition.get(positions[index]!)
        return event?.id.toLowerCase() === id.toLowerCase() ? { stream: event.stream, number: event.number } : undefined
      })
    },

    /**
     * Stores new ids in the database, so that no tab ever has to read much of the log to catch up.
     *
     * @param appended ids that the transaction appends behind `base`, without a gap.
     * @param enough the number of new ids that is worth a record.
     * @returns the new end of the stored ids; undefined where there were not enough.
     */
    async keep(tx: IDBTransaction, base: LogSnapshot, appended: readonly IdRun[], enough = idsPerRecord): Promise<Position | undefined> {
      const lastRun = appended.at(-1)
      const newEnd = lastRun ? endOf(lastRun) : base.end
      if (!isCleared(base) && newEnd - kept < enough) return undefined
      await catchUp(tx, base)
      if (newEnd - kept < enough) return undefined
      tx.objectStore(idStore).put(joined([...recent, ...appended]), newEnd)
      return newEnd
    },

    /** Adds the ids of a committed transaction. */
    committed(base: LogSnapshot, appended: readonly IdRun[], newLast: LogKey, keptUpTo: Position | undefined): void {
      // With a gap in between, the next read catches up.
      if (!isSameKey(last, base.last)) return
      learn(appended)
      recent.push(...appended)
      last = newLast
      if (keptUpTo === undefined) return
      kept = keptUpTo
      recent = appended.filter((run) => endOf(run) > keptUpTo)
    },
  }
}

/** @returns all runs with ids of this range of the log, and some beside it. */
async function runsIn(tx: IDBTransaction, { from, end }: PositionRange): Promise<IdRun[]> {
  const store = tx.objectStore(idStore)
  // The key is the position behind the last id, so the record behind the range may begin in it.
  const ranges = [IDBKeyRange.bound(from, end, true), IDBKeyRange.lowerBound(end, true)] as const
  const [inside, behind] = await Promise.all([wrap<KeptIds[]>(store.getAll(ranges[0])), wrap<KeptIds[]>(store.getAll(ranges[1], 1))])
  return [...inside, ...behind].flat()
}
