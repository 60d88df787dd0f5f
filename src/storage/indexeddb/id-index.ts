// Indexes the ids of the whole store: a table in memory, brought up to date inside the transaction that reads (decision 6).

import { wrap } from 'idb'
import type { EventPlace, Position } from '../../base/events.ts'
import { isCounted } from '../../base/counted-ids.ts'
import { droppedAt } from './dropped.ts'
import type { HashedIds, IdRun } from './id-table.ts'
import { endOf, hashIds, IdTable } from './id-table.ts'
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
  let table = new IdTable()
  // The table reaches up to `end`, the records of ids at least up to `kept`; `recent` holds those between.
  let last: LogKey | undefined
  let end: Position = 0
  let kept: Position = 0
  let recent: IdRun[] = []

  const isCleared = (base: LogSnapshot) => last !== undefined && !isSameKey(last, base.last) && !base.continues

  /** @param runs each starts where the one before it ends, or repeats some of its ids, which does no harm. */
  const learn = (runs: readonly IdRun[]) => {
    const newest = runs.at(-1)
    if (newest === undefined) return
    table.add(runs)
    end = Math.max(end, endOf(newest))
  }

  const catchUp = async (tx: IDBTransaction, base: LogSnapshot): Promise<void> => {
    if (isCleared(base)) {
      table = new IdTable()
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

  return {
    /** Key of the last indexed record of the log, if any. */
    last: () => last,

    /** @returns the place where the log up to `base` first had each id. */
    async firstPlaces(tx: IDBTransaction, base: LogSnapshot, ids: readonly string[]): Promise<(EventPlace | undefined)[]> {
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

/** @param runs consecutive ones. @returns the same ids, where hashes behind hashes are one run. */
function joined(runs: readonly IdRun[]): IdRun[] {
  const all: IdRun[] = []
  for (const run of runs) {
    const last = all.at(-1)
    if (last === undefined || isCounted(last) || isCounted(run)) all.push(run)
    else all.splice(-1, 1, { first: last.first, hashes: new Uint32Array([...last.hashes, ...run.hashes]) })
  }
  return all
}
