// Finds the first place of an id in the whole store: a filter in memory, and runs of hashes in the database (decision 6).

import { wrap } from 'idb'
import type { EventPlace, Position } from '../../../base/events/events.ts'
import { droppedAt } from '../dropped.ts'
import type { PositionRange } from '../../ids/id-filter.ts'
import { IdFilter } from '../../ids/id-filter.ts'
import type { HashedIds, IdRun } from '../../ids/id-runs.ts'
import { endOf, firstPositions, hashIds, joined } from '../../ids/id-runs.ts'
import type { LogKey, LogSnapshot } from '../log/log.ts'
import { isSameKey, recordsAt, recordsBetween } from '../log/log.ts'
import { eventsOf, idsOf } from '../log/records.ts'
import { idStore, logStore } from '../connection/upgrade.ts'

/** A record in the store of ids, keyed by the position behind its last one: consecutive runs, or one of hashes. */
type KeptIds = readonly IdRun[] | HashedIds

/** Catching up reads about so many events at most, and one more record for so many is cheap for an append. */
const idsPerRecord = 512

/** Ids of a log, up to the record to which this tab has read it. */
const noIds = () => ({
  filter: new IdFilter(),
  /** Key of the last indexed record of the log, if any. */
  last: undefined as LogKey | undefined,
  /** The filter reaches up to here. */
  end: 0,
  /** Records of ids reach at least up to here; `recent` holds the ids between this and `end`. */
  kept: 0,
  recent: [] as readonly IdRun[],
})

type KnownIds = ReturnType<typeof noIds>

/** @param runs each starts where the one before it ends, or repeats some of its ids, which does no harm. */
function learn(known: KnownIds, runs: readonly IdRun[]): void {
  const newest = runs.at(-1)
  if (newest === undefined) return
  known.filter.add(runs)
  known.end = Math.max(known.end, endOf(newest))
}

export class IdIndex {
  #known = noIds()

  /** Key of the last indexed record of the log, if any. */
  get last(): LogKey | undefined {
    return this.#known.last
  }

  /** @returns the place where the log up to `base` first had each id. */
  async firstPlaces(tx: IDBTransaction, base: LogSnapshot, ids: readonly string[]): Promise<(EventPlace | undefined)[]> {
    await this.#catchUp(tx, base)
    const positions = await this.#positionsOf(tx, ids)
    const hits = positions.filter((position) => position !== Infinity)
    if (hits.length === 0) return ids.map(() => undefined)
    const [dropped, records] = await Promise.all([droppedAt(tx, hits), recordsAt(tx.objectStore(logStore), hits)])
    const stored = [...dropped, ...records.flat().flatMap(eventsOf)]
    const byPosition = new Map(stored.map((event) => [event.position, event]))
    return ids.map((id, index) => {
      const event = byPosition.get(positions[index]!)
      return event?.id.toLowerCase() === id.toLowerCase() ? { stream: event.stream, number: event.number } : undefined
    })
  }

  /**
   * Stores new ids in the database, so that no tab ever has to read much of the log to catch up.
   *
   * @param appended ids that the transaction appends behind `base`, without a gap.
   * @param enough the number of new ids that is worth a record.
   * @returns the new end of the stored ids; undefined if there were not enough.
   */
  async keep(tx: IDBTransaction, base: LogSnapshot, appended: readonly IdRun[], enough = idsPerRecord): Promise<Position | undefined> {
    const lastRun = appended.at(-1)
    const newEnd = lastRun ? endOf(lastRun) : base.end
    if (!this.#isCleared(base) && newEnd - this.#known.kept < enough) return undefined
    await this.#catchUp(tx, base)
    if (newEnd - this.#known.kept < enough) return undefined
    tx.objectStore(idStore).put(joined([...this.#known.recent, ...appended]), newEnd)
    return newEnd
  }

  /** Adds the ids of a committed transaction. */
  committed(base: LogSnapshot, appended: readonly IdRun[], newLast: LogKey, keptUpTo: Position | undefined): void {
    const known = this.#known
    // With a gap in between, the next read catches up.
    if (!isSameKey(known.last, base.last)) return
    learn(known, appended)
    known.last = newLast
    known.kept = keptUpTo ?? known.kept
    known.recent = keptUpTo === undefined ? [...known.recent, ...appended] : appended.filter((run) => endOf(run) > keptUpTo)
  }

  #isCleared({ last, continues }: LogSnapshot): boolean {
    return this.last !== undefined && !isSameKey(this.last, last) && !continues
  }

  async #catchUp(tx: IDBTransaction, base: LogSnapshot): Promise<void> {
    if (this.#isCleared(base)) this.#known = noIds()
    const known = this.#known
    if (isSameKey(known.last, base.last)) return
    const records = await wrap<KeptIds[]>(tx.objectStore(idStore).getAll(IDBKeyRange.lowerBound(known.end, true)))
    // Another transaction may have caught up meanwhile.
    const news = records.flat().filter((run) => endOf(run) > known.end)
    if (news.length > 0) {
      learn(known, news)
      known.kept = known.end
      known.recent = []
    }
    // Ids are stored before events are dropped, so the log behind the stored ids is complete.
    const first = known.end
    const unkept = await recordsBetween(tx.objectStore(logStore), first, base.end - 1)
    if (known.end === first) {
      const run = { first, hashes: hashIds(unkept.flatMap(idsOf)) }
      learn(known, [run])
      known.recent = [...known.recent, run]
    }
    known.last = base.last
  }

  /** @returns first positions; Infinity if there is none. */
  async #positionsOf(tx: IDBTransaction, ids: readonly string[]): Promise<Position[]> {
    const known = this.#known
    const hashes = hashIds(ids)
    const runs = await Promise.all(known.filter.rangesWith(hashes).map((range) => runsIn(tx, range)))
    const hashed = firstPositions([...runs.flat(), ...known.recent], hashes)
    return ids.map((id, index) => Math.min(hashed[index]!, known.filter.findCounted(id)))
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
