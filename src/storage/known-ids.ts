// Knows the ids of the whole store: hashes in memory, caught up inside the transaction that asks (docs/decisions/012).

import { wrap } from 'idb'
import type { EventPlace, Position } from '../base/events.ts'
import type { IdHashes } from './id-table.ts'
import { createIdTable, hashIds } from './id-table.ts'
import { recordsAt, recordsBetween } from './log.ts'
import { eventsOf } from './records.ts'
import { droppedStore, idStore, logStore } from './upgrade.ts'

/** Where the log ended when a transaction began, and in which generation: the store gets a new one when it is cleared. */
export interface Base {
  readonly end: Position
  readonly generation: string
}

export interface KnownIds {
  /** @returns where the log up to `base` first held each id. */
  firstPlaces(tx: IDBTransaction, base: Base, ids: readonly string[]): Promise<(EventPlace | undefined)[]>
  /**
   * Puts what the database does not have yet into it, so that no tab ever has to read much of the log to catch up.
   *
   * @param appended hashes of the ids that the transaction appends behind `base`.
   * @param enough how many new ids are worth a record.
   * @returns where the database's knowledge now ends, or undefined where there was not enough.
   */
  keep(tx: IDBTransaction, base: Base, appended: IdHashes, enough?: number): Promise<Position | undefined>
  /** Learns what a transaction appended and kept, once it has been committed. */
  committed(base: Base, appended: IdHashes, keptUpTo: Position | undefined): void
}

/** What the store of ids holds, under the position behind the last. */
interface KeptIds {
  readonly first: Position
  readonly hashes: IdHashes
}

/** Catching up reads at most about so many events, and one more record for so many events is nothing to an append. */
const idsPerRecord = 512

export function createKnownIds(): KnownIds {
  let table = createIdTable()
  let generation: string | undefined
  // The table reaches up to `end`, the database's records of ids up to `kept`; `recent` is what lies between.
  let end: Position = 0
  let kept: Position = 0
  let recent: IdHashes[] = []

  const forget = (base: Base) => {
    table = createIdTable()
    generation = base.generation
    end = 0
    kept = 0
    recent = []
  }

  const learn = (hashes: IdHashes) => {
    table.add(hashes, end)
    recent.push(hashes)
    end += hashes.length / 2
  }

  const catchUp = async (tx: IDBTransaction, base: Base): Promise<void> => {
    if (generation !== base.generation) forget(base)
    if (end >= base.end) return
    const from = end
    const records = await wrap<KeptIds[]>(tx.objectStore(idStore).getAll(IDBKeyRange.lowerBound(from, true)))
    // Other reads may have caught up meanwhile: learning twice does no harm, but must not count twice.
    for (const { first, hashes } of records) {
      table.add(hashes, first)
      kept = first + hashes.length / 2
      end = Math.max(end, kept)
      recent = []
    }
    // Events are dropped only after their ids were kept, so behind that the log is complete.
    const known = end
    const fresh = await recordsBetween(tx.objectStore(logStore), known, base.end - 1)
    if (end === known) learn(hashIds(fresh.flatMap((record) => record.ids)))
  }

  return {
    async firstPlaces(tx, base, ids) {
      await catchUp(tx, base)
      const positions = ids.map((id) => table.find(id))
      const hits = positions.filter((position) => position !== undefined && position < base.end) as Position[]
      if (hits.length === 0) return ids.map(() => undefined)
      const stores = [droppedStore, logStore].map((name) => tx.objectStore(name))
      const records = await Promise.all(stores.map((store) => recordsAt(store, hits)))
      const events = new Map(records.flat().flatMap((record) => eventsOf(record).map((event) => [event.position, event])))
      return ids.map((id, index) => {
        const event = events.get(positions[index] ?? -1)
        return event?.id.toLowerCase() === id.toLowerCase() ? { stream: event.stream, number: event.number } : undefined
      })
    },

    async keep(tx, base, appended, enough = idsPerRecord) {
      const newEnd = base.end + appended.length / 2
      if (generation === base.generation && newEnd - kept < enough) return undefined
      await catchUp(tx, base)
      if (newEnd - kept < enough) return undefined
      const ids: KeptIds = { first: kept, hashes: joined([...recent, appended]) }
      tx.objectStore(idStore).put(ids, newEnd)
      return newEnd
    },

    committed(base, appended, keptUpTo) {
      // Behind others: the next look catches up.
      if (generation !== base.generation || end !== base.end) return
      learn(appended)
      if (keptUpTo === undefined) return
      kept = keptUpTo
      recent = [appended.slice(2 * (keptUpTo - base.end))]
    },
  }
}

function joined(parts: readonly IdHashes[]): IdHashes {
  const all = new Uint32Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
