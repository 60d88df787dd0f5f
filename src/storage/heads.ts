// Reads and writes the heads of streams in IndexedDB, which keeps neighbours in one record (docs/decisions/111).

import { wrap } from 'idb'
import type { Position, StreamHead } from '../base/events.ts'
import { createHeadCopies } from './head-copies.ts'
import type { HeadBlock, HeadRecord } from './head-block.ts'
import { emptyBlock, headsOf, readBlock, recordOfBlock, splitBlock } from './head-block.ts'
import type { HeadDirectory } from './head-directory.ts'
import { keyFor, noKeys, stretchesOf, withKeys } from './head-directory.ts'
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

/** A record has hardly ever fewer heads. */
const leastHeads = 64

/**
 * @param store the object store of the heads. @param rows that of older places.
 * @param directory what the tab knows of the keys of heads.
 */
export function createHeads(store: IDBObjectStore, rows: IDBObjectStore, directory: HeadDirectory): Heads {
  let { keys } = directory
  let blocks = new Map<string, HeadBlock>()
  const asked = new Map<string, Promise<HeadBlock | undefined>>()
  let waiting = new Map<string, StreamHead>()
  let placed = new Map<string, number[]>()
  let displaced = new Map<string, Set<Position>>()
  let refreshed: Promise<void> | undefined
  let isCleared = false
  const copies = createHeadCopies()
  /** Where streams were found: looking their records up by name takes longer than everything else that is done with a head. */
  const homes = new Map<string, HeadBlock>()

  const read = async (key: string): Promise<HeadBlock | undefined> => {
    const record = isCleared ? undefined : await wrap<HeadRecord | undefined>(store.get(key))
    // Asked for twice, it may have been changed since the first answer.
    const known = blocks.get(key)
    if (known) return known
    // A store that never had a head has no record at all.
    const block = record ? readBlock(key, record) : key === '' ? emptyBlock('', undefined) : undefined
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
    if (isCleared) return
    const missing = wanted.filter((key) => !asked.has(key))
    await Promise.all(stretchesOf(keys, missing).map(([first, last]) => (first === last ? blockAt(first) : readBetween(first, last))))
  }

  const refresh = async (): Promise<void> => {
    keys = withKeys(noKeys, (await wrap(store.getAllKeys())) as string[])
  }

  const knownBlockOf = (stream: string): HeadBlock | undefined => {
    const home = homes.get(stream)
    // Unless it has been split since.
    if (home && blocks.get(home.start) === home) return home
    const block = blocks.get(keyFor(keys, stream))
    if (!block || !holds(block, stream)) return undefined
    homes.set(stream, block)
    return block
  }

  const blockOf = async (stream: string): Promise<HeadBlock> => {
    const known = knownBlockOf(stream)
    if (known) return known
    const block = await blockAt(keyFor(keys, stream))
    if (block && holds(block, stream)) return block
    // Another transaction has split the record, or emptied the store. What is asked now holds for all of this one.
    await (refreshed ??= refresh())
    const found = knownBlockOf(stream) ?? (await blockAt(keyFor(keys, stream)))
    if (!found) throw new Error(`No record of heads has the key that the database named for "${stream}".`)
    return found
  }

  const putBlocks = (changed: Iterable<HeadBlock>): void => {
    const parts = [...changed].flatMap(splitBlock)
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

  const loadAll = async (streams: readonly string[]): Promise<void> => {
    const missing = streams.filter((stream) => !knownBlockOf(stream))
    if (missing.length > 0) await readAll([...new Set(missing.map((stream) => keyFor(keys, stream)))])
  }

  const storeWaiting = async (): Promise<void> => {
    if (waiting.size === 0 && placed.size === 0 && displaced.size === 0) return
    await loadAll([...waiting.keys(), ...placed.keys(), ...displaced.keys()])
    const [heads, added, gone] = [waiting, placed, displaced]
    waiting = new Map()
    placed = new Map()
    displaced = new Map()
    const changed = new Set<HeadBlock>()
    for (const [stream, head] of heads) {
      const block = knownBlockOf(stream) ?? (await blockOf(stream))
      block.heads.set(stream, head)
      changed.add(block)
    }
    for (const [stream, pairs] of added) {
      const block = knownBlockOf(stream) ?? (await blockOf(stream))
      block.places.set(stream, withPlaces(rows, stream, block.places.get(stream) ?? noPlaces, pairs))
      changed.add(block)
    }
    const inRows: Promise<void>[] = []
    for (const [stream, positions] of gone) {
      const block = knownBlockOf(stream) ?? (await blockOf(stream))
      const places = block.places.get(stream)
      if (!places) continue
      const { isSpilled } = places
      const pairs = withoutPlaces(places.pairs, positions)
      if (pairs.length > 0 || isSpilled) block.places.set(stream, { pairs, isSpilled })
      else block.places.delete(stream)
      changed.add(block)
      if (isSpilled) inRows.push(forgetInRows(rows, stream, positions))
    }
    putBlocks(changed)
    await Promise.all(inRows)
  }

  return {
    async head(stream) {
      return copies.out(waiting.get(stream) ?? (await blockOf(stream)).heads.get(stream))
    },
    async headsOf(streams) {
      await loadAll(streams.filter((stream) => !waiting.has(stream)))
      const found: (StreamHead | undefined)[] = []
      for (const stream of streams) {
        const head = waiting.get(stream) ?? (knownBlockOf(stream) ?? (await blockOf(stream))).heads.get(stream)
        found.push(copies.out(head))
      }
      return found
    },
    async list(after, limit) {
      await storeWaiting()
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
      const stored = (knownBlockOf(stream) ?? (await blockOf(stream))).places.get(stream)
      const added = placed.get(stream)
      return added ? { pairs: [...(stored?.pairs ?? []), ...added], isSpilled: stored?.isSpilled ?? false } : stored
    },
    put(head) {
      waiting.set(head.stream, copies.in(head))
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
    store: storeWaiting,
    cleared() {
      keys = noKeys
      blocks = new Map()
      homes.clear()
      asked.clear()
      waiting = new Map()
      placed = new Map()
      displaced = new Map()
      isCleared = true
    },
    committed() {
      directory.keys = keys
    },
  }
}

const holds = ({ start, end }: HeadBlock, stream: string): boolean => start <= stream && (end === undefined || stream < end)
