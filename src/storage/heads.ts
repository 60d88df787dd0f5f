// Reads and writes the heads of streams in IndexedDB, which keeps neighbours in one record (docs/performance.md).

import { wrap } from 'idb'
import { valueAt } from '../base/column.ts'
import type { Position, StreamHead } from '../base/events.ts'
import type { HeadCopies } from './head-copies.ts'
import { createHeadCopies } from './head-copies.ts'
import type { Change, HeadBlock, LastEvents } from './head-block.ts'
import { emptyBlock, findHeads, headIn, holds, placesIn, splitBlock, withChanges, withEvents } from './head-block.ts'
import type { HeadDirectory } from './head-directory.ts'
import { keyFor, keysFor, noKeys, stretchesOf, withKeys } from './head-directory.ts'
import type { HeadRecord } from './head-record.ts'
import { headsOf, readBlock, recordOfBlock } from './head-record.ts'
import { mostRecords } from './ranges.ts'
import type { Places } from './stream-places.ts'
import { forgetInRows, noPlaces, withoutPlaces, withPlaces } from './stream-places.ts'

/** The heads as one transaction sees them. */
export interface Heads {
  head(stream: string): Promise<StreamHead | undefined>
  /** Those of several streams, in their order. */
  headsOf(streams: readonly string[]): Promise<(StreamHead | undefined)[]>
  /** Heads behind a stream name, in order, at most `limit`. */
  list(after: string | undefined, limit: number): Promise<StreamHead[]>
  /** Where a stream stands in records of many streams; undefined where it is in none. */
  placesOf(stream: string): Promise<Places | undefined>
  /** Kept until `store`. */
  put(head: StreamHead): void
  /** Does what `put` and `place` do for one event of each of many streams. Kept until `store`. */
  putEach(events: PlacedEvents): Promise<void>
  /** A record of many streams holds the stream up to a number. @param position where the record ends. Kept until `store`. */
  place(stream: string, number: number, position: Position): void
  /** A record of many streams does not hold the stream any more. Kept until `store`. */
  displace(stream: string, position: Position): void
  /** Puts what was kept into the database: at once, where the heads were read before. */
  store(): Promise<void>
  /** The database has been emptied. */
  cleared(): void
  /** The transaction has been committed. */
  committed(): void
}

export interface PlacedEvents extends LastEvents {
  /** Each once. */
  readonly streams: readonly string[]
}

/** A record has hardly ever fewer heads. */
const leastHeads = 64

/**
 * @param store the object store of the heads. @param rows that of older places.
 * @param directory what the tab knows of the keys of heads.
 */
export function createHeads(store: IDBObjectStore, rows: IDBObjectStore, directory: HeadDirectory): Heads {
  let { keys } = directory
  let blocks = new Map<string, HeadBlock>()
  /** Keys of blocks that are not as the database has them. */
  let changed = new Set<string>()
  const asked = new Map<string, Promise<HeadBlock | undefined>>()
  const waiting = new Map<string, StreamHead>()
  const placed = new Map<string, number[]>()
  const displaced = new Map<string, Set<Position>>()
  let refreshed: Promise<void> | undefined
  let isCleared = false
  const copies = createHeadCopies()
  /** Whoever writes to thousands of streams has asked for their heads with the same list. */
  const orders = new WeakMap<readonly string[], Order>()

  const inOrder = (streams: readonly string[]): Order => {
    const order = orders.get(streams) ?? orderOf(streams)
    orders.set(streams, order)
    return order
  }

  const read = async (key: string): Promise<HeadBlock | undefined> => {
    const record = isCleared ? undefined : await wrap<HeadRecord | undefined>(store.get(key))
    // Asked for twice, it may have been changed since the first answer.
    const known = blocks.get(key)
    if (known) return known
    // A store that never had a head has no record at all.
    const block = record && !isCleared ? readBlock(key, record) : key === '' ? emptyBlock('', undefined) : undefined
    if (block) blocks.set(key, block)
    return block
  }

  const blockAt = (key: string): Promise<HeadBlock | undefined> => {
    const asking = asked.get(key) ?? read(key)
    asked.set(key, asking)
    return asking
  }

  const readBetween = async (first: string, last: string): Promise<void> => {
    const range = IDBKeyRange.bound(first, last)
    const [found, records] = await Promise.all([wrap(store.getAllKeys(range)), wrap<HeadRecord[]>(store.getAll(range))])
    if (isCleared) return
    for (const [index, key] of (found as string[]).entries()) if (!blocks.has(key)) blocks.set(key, readBlock(key, records[index]!))
  }

  /** Asks for several records with as few requests as their order allows. Whoever misses one of them asks for it again. */
  const readAll = async (wanted: readonly string[]): Promise<void> => {
    const missing = isCleared ? [] : wanted.filter((key) => !asked.has(key) && !blocks.has(key))
    await Promise.all(stretchesOf(keys, missing).map(([first, last]) => (first === last ? blockAt(first) : readBetween(first, last))))
  }

  const refresh = async (): Promise<void> => {
    const found = (await wrap(store.getAllKeys())) as string[]
    keys = withKeys(noKeys, [...found, ...blocks.keys()])
  }

  const knownBlockOf = (stream: string): HeadBlock | undefined => {
    const block = blocks.get(keyFor(keys, stream))
    return block && holds(block, stream) ? block : undefined
  }

  const blockOf = async (stream: string): Promise<HeadBlock> => {
    const known = knownBlockOf(stream)
    if (known) return known
    const asking = await blockAt(keyFor(keys, stream))
    const block = knownBlockOf(stream) ?? asking
    if (block && holds(block, stream)) return block
    // Another transaction has split the record, or emptied the store. What is asked now holds for all of this one.
    await (refreshed ??= refresh())
    const found = knownBlockOf(stream) ?? (await blockAt(keyFor(keys, stream)))
    if (!found) throw new Error(`No record of heads has the key that the database named for "${stream}".`)
    return found
  }

  /** Asks for the blocks of all streams. @param streams in order. */
  const load = async (streams: readonly string[]): Promise<void> => {
    await readAll(keysFor(keys, streams))
    for (let from = 0; from < streams.length;) from = endIn(knownBlockOf(streams[from]!) ?? (await blockOf(streams[from]!)), streams, from)
  }

  /** @param streams in order, all loaded. @param visit gets the blocks with the part of the streams that each holds. */
  const visitBlocks = (streams: readonly string[], visit: (block: HeadBlock, first: number, end: number) => void): void => {
    for (let from = 0; from < streams.length;) {
      const block = knownBlockOf(streams[from]!)
      if (!block) throw new Error(`The heads of "${streams[from]}" were to be there.`)
      const end = endIn(block, streams, from)
      visit(block, from, end)
      from = end
    }
  }

  const change = (streams: readonly string[], withChange: (block: HeadBlock, first: number, end: number) => HeadBlock): void =>
    visitBlocks(streams, (block, first, end) => {
      blocks.set(block.start, withChange(block, first, end))
      changed.add(block.start)
    })

  const putBlocks = (): void => {
    if (changed.size === 0) return
    const parts = [...changed].flatMap((key) => splitBlock(blocks.get(key)!))
    changed = new Set()
    for (const part of parts) {
      blocks.set(part.start, part)
      store.put(recordOfBlock(part), part.start)
    }
    const known = new Set(keys)
    keys = withKeys(
      keys,
      parts.flatMap(({ start }) => (known.has(start) ? [] : [start])),
    )
  }

  /** Brings what waits into the blocks, at once, so that nobody finds it in neither. */
  const settle = async (): Promise<void> => {
    if (waiting.size === 0 && placed.size === 0 && displaced.size === 0) return
    const streams = [...new Set([...waiting.keys(), ...placed.keys(), ...displaced.keys()])].sort()
    await load(streams)
    const inRows: Promise<void>[] = []
    const changes: Change = {
      head: (index, before) => waiting.get(streams[index]!) ?? before,
      places: (index, before) => {
        const stream = streams[index]!
        const [added, gone] = [placed.get(stream), displaced.get(stream)]
        const places = added ? withPlaces(rows, stream, before ?? noPlaces, added) : before
        if (!gone || !places) return places
        const { isSpilled } = places
        if (isSpilled) inRows.push(forgetInRows(rows, stream, gone))
        const pairs = withoutPlaces(places.pairs, gone)
        return pairs.length > 0 || isSpilled ? { pairs, isSpilled } : undefined
      },
    }
    change(streams, (block, first, end) => withChanges(block, streams, first, end, changes))
    for (const settled of [waiting, placed, displaced]) for (const stream of streams) settled.delete(stream)
    await Promise.all(inRows)
  }

  return {
    async head(stream) {
      return copies.out(waiting.get(stream) ?? headIn(await blockOf(stream), stream))
    },
    async headsOf(streams) {
      const { order, sorted } = inOrder(streams)
      await load(sorted)
      const heads: (StreamHead | undefined)[] = []
      visitBlocks(sorted, (block, first, end) => findHeads(block, sorted, first, end, heads))
      const found = asGiven(heads, order, copies)
      if (waiting.size > 0) for (const [index, stream] of streams.entries()) found[index] = copies.out(waiting.get(stream)) ?? found[index]
      return found
    },
    async list(after, limit) {
      await settle()
      putBlocks()
      const found: StreamHead[] = []
      let start = after === undefined ? '' : (await blockOf(after)).start
      for (let isMore = true; isMore && found.length < limit;) {
        const count = Math.min(mostRecords, Math.ceil((limit - found.length) / leastHeads) + 1)
        const records = await wrap<HeadRecord[]>(store.getAll(IDBKeyRange.lowerBound(start), count))
        for (const record of records) for (const head of headsOf(record)) if (after === undefined || head.stream > after) found.push(head)
        const end = records.at(-1)?.end
        isMore = end !== undefined
        start = end ?? start
      }
      return found.slice(0, limit).map((head) => copies.out(head))
    },
    async placesOf(stream) {
      const stored = placesIn(await blockOf(stream), stream)
      const added = placed.get(stream)
      return added ? { pairs: [...(stored?.pairs ?? []), ...added], isSpilled: stored?.isSpilled ?? false } : stored
    },
    put(head) {
      waiting.set(head.stream, copies.in(head))
    },
    async putEach({ streams, numbers, ends, metadata: given }) {
      // What was put before comes first.
      await settle()
      const { metadata } = copies.in({ stream: '', last: 0, tombstone: false, metadata: given })
      const { order, sorted } = inOrder(streams)
      await load(sorted)
      const full = (index: number, before: Places) =>
        withPlaces(rows, sorted[index]!, before, [valueAt(numbers, order[index]!), ends[order[index]!]!])
      change(sorted, (block, first, end) => withEvents(block, sorted, first, end, { numbers, ends, metadata }, order, full))
    },
    place(stream, number, position) {
      const pairs = placed.get(stream)
      if (pairs) pairs.push(number, position)
      else placed.set(stream, [number, position])
    },
    displace(stream, position) {
      const positions = displaced.get(stream)
      if (positions) positions.add(position)
      else displaced.set(stream, new Set([position]))
    },
    async store() {
      await settle()
      putBlocks()
    },
    cleared() {
      keys = noKeys
      blocks = new Map()
      changed = new Set()
      asked.clear()
      for (const waits of [waiting, placed, displaced]) waits.clear()
      isCleared = true
    },
    committed() {
      directory.keys = keys
    },
  }
}

/** @returns the index of the first stream that the block does not hold. @param streams in order. */
function endIn({ end }: HeadBlock, streams: readonly string[], from: number): number {
  let index = from + 1
  while (index < streams.length && (end === undefined || streams[index]! < end)) index++
  return index
}

interface Order {
  /** Indexes of the streams. */
  readonly order: readonly number[]
  /** Their names. */
  readonly sorted: readonly string[]
}

/** @returns what is given in the order of the names, by UTF-16 units, as IndexedDB orders keys. */
function orderOf(streams: readonly string[]): Order {
  const order = Array.from(streams.keys())
  if (streams.length > 1) order.sort((one, other) => compare(streams[one]!, streams[other]!))
  return { order, sorted: order.map((index) => streams[index]!) }
}

/** @returns copies of heads that stand in the order of the names, in the order of the streams. */
function asGiven(heads: readonly (StreamHead | undefined)[], order: readonly number[], copies: HeadCopies): (StreamHead | undefined)[] {
  const found = Array.from<StreamHead | undefined>({ length: order.length })
  for (let index = 0; index < order.length; index++) found[order[index]!] = copies.out(heads[index])
  return found
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
