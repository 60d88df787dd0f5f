// Finds where a store on disk first had an id: a filter in memory, and hashes in the file by the positions of their events (decision 8).

import type { Position } from '../../base/events/events.ts'
import { createTimeSlice } from '../../base/time/time-slice.ts'
import type { PositionRange } from '../ids/id-filter.ts'
import { IdFilter } from '../ids/id-filter.ts'
import type { HashedIds } from '../ids/id-runs.ts'
import { endOf, firstPositions, hashIds, joined } from '../ids/id-runs.ts'
import type { Statements } from './statements.ts'

/** New ids that are worth a row, and the most of one: looking for an id reads some rows. */
const [enough, most] = [512, 2 ** 14]
/** Rows, and events without a row, to read in one piece. */
const [rowsInPiece, eventsInPiece] = [4, 4096]
/** The most positions without an event between ids of one row: a restored log may have none for billions. */
const widestGap = 16

interface Placed {
  readonly position: Position
  readonly id: string
}

/** Of the log from its beginning. */
const noIds = () => ({
  filter: new IdFilter(),
  /** Those that have no row yet. */
  recent: [] as HashedIds[],
  /** Those below this position have rows. */
  stored: 0,
  /** The filter reaches up to here. */
  end: 0,
})

type KnownIds = ReturnType<typeof noIds>

export class StoredIds {
  readonly #sql: Statements
  /** Undefined until they are read, and where a rolled-back transaction may have made them wrong. */
  #known: KnownIds | undefined

  constructor(sql: Statements) {
    this.#sql = sql
  }

  /** To be awaited before every other use in a transaction; it lets others run. @param end of the log. */
  async read(end: Position): Promise<void> {
    if (this.#known) return
    const known = noIds()
    const timeSlice = createTimeSlice()
    for (let rows = this.#rows(0); rows.length > 0; rows = this.#rows(known.end)) {
      known.filter.add(rows)
      known.stored = known.end = endOf(rows.at(-1)!)
      await timeSlice.end()
    }
    while (known.end < end) {
      const events = this.#sql.all('idsFrom', known.end, eventsInPiece)
      learnPlaced(known, events)
      if (events.length < eventsInPiece) known.end = end
      await timeSlice.end()
    }
    this.#known = known
  }

  /** @param ids of the next events of the log. */
  add(ids: readonly string[]): void {
    learn(this.#known!, ids)
  }

  /** Fills the empty store. @param end of the log. */
  restore(placed: readonly Placed[], end: Position): void {
    const known = this.#known!
    learnPlaced(
      known,
      placed.toSorted((a, b) => a.position - b.position),
    )
    known.end = end
  }

  /** @returns where the store may first have had each id: an event there has the same hash; Infinity if nowhere. */
  firstPositions(ids: readonly string[]): Position[] {
    const { filter, recent } = this.#known!
    const hashes = hashIds(ids)
    const ranges = filter.rangesWith(hashes)
    return ranges.length > 0
      ? firstPositions([...ranges.flatMap((range) => this.#runsIn(range)), ...recent], hashes)
      : ids.map(() => Infinity)
  }

  /** Puts enough new ids into the file, with the commit. */
  store(): void {
    const known = this.#known
    if (!known || known.end - known.stored < enough) return
    for (const { first, hashes } of withoutGaps(known.recent)) {
      for (let at = 0; at < hashes.length; at += 2 * most) {
        const part = hashes.subarray(at, at + 2 * most)
        this.#sql.run('putHashes', first + (at + part.length) / 2, new Uint8Array(part.buffer, part.byteOffset, part.byteLength))
      }
    }
    known.recent = []
    known.stored = known.end
  }

  /** The store is empty. */
  clear(): void {
    this.#known = noIds()
  }

  forget(): void {
    this.#known = undefined
  }

  #runsIn({ from, end }: PositionRange): HashedIds[] {
    const runs: HashedIds[] = []
    for (let rows = this.#rows(from); rows.length > 0; rows = this.#rows(endOf(rows.at(-1)!))) {
      runs.push(...rows)
      if (endOf(rows.at(-1)!) >= end) break
    }
    return runs
  }

  /** @returns some that end behind the position. */
  #rows(position: Position): HashedIds[] {
    return this.#sql.all('hashesBehind', position, rowsInPiece).map(({ end, hashes }) => {
      const words = new Uint32Array(hashes.slice().buffer)
      return { first: end - words.length / 2, hashes: words }
    })
  }
}

/** @param ids of events from the known end on. */
function learn(known: KnownIds, ids: readonly string[]): void {
  const run = { first: known.end, hashes: hashIds(ids) }
  known.filter.add([run])
  known.recent.push(run)
  known.end += ids.length
}

/** @param placed in order of position. */
function learnPlaced(known: KnownIds, placed: readonly Placed[]): void {
  let ids: string[] = []
  for (const { position, id } of placed) {
    const gap = position - known.end - ids.length
    if (gap > widestGap) {
      learn(known, ids)
      known.end = position
      ids = []
    } else for (let missing = gap; missing > 0; missing--) ids.push('')
    ids.push(id)
  }
  learn(known, ids)
}

/** Joins runs that follow each other. */
function withoutGaps(runs: readonly HashedIds[]): HashedIds[] {
  const groups: HashedIds[][] = []
  for (const run of runs) {
    const last = groups.at(-1)
    if (last && endOf(last.at(-1)!) === run.first) last.push(run)
    else groups.push([run])
  }
  return groups.flatMap((group) => joined(group) as HashedIds[])
}
