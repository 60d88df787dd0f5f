// Reads and writes the heads of streams in IndexedDB, which keeps neighbours in one record (docs/decisions/111).

import { wrap } from 'idb'
import type { StreamHead } from '../base/events.ts'
import { createHeadCopies } from './head-copies.ts'
import type { HeadBlock, HeadRecord } from './head-block.ts'
import { emptyBlock, headsOf, readBlock, recordOfBlock, splitBlock } from './head-block.ts'
import type { HeadDirectory } from './head-directory.ts'
import { keyFor, noKeys, stretchesOf, withKeys } from './head-directory.ts'
import { mostRecords } from './ranges.ts'

/** The heads as one transaction sees them. */
export interface Heads {
  head(stream: string): Promise<StreamHead | undefined>
  /** Those of several streams, in their order. */
  headsOf(streams: readonly string[]): Promise<(StreamHead | undefined)[]>
  /** Heads behind a stream name, in order, at most `limit`. */
  list(after: string | undefined, limit: number): Promise<StreamHead[]>
  /** Kept until `store`. */
  put(head: StreamHead): void
  /** Puts what was kept into the database: at once, where the heads were read before. */
  store(): Promise<void>
  /** The database has been emptied. */
  cleared(): void
  /** The transaction has been committed. */
  committed(): void
}

/** A record has hardly ever fewer heads. */
const leastHeads = 64

/** @param store the object store of the heads. @param directory what the tab knows of its keys. */
export function createHeads(store: IDBObjectStore, directory: HeadDirectory): Heads {
  let { keys } = directory
  let blocks = new Map<string, HeadBlock>()
  const asked = new Map<string, Promise<HeadBlock | undefined>>()
  let waiting = new Map<string, StreamHead>()
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

  const storeWaiting = async (): Promise<void> => {
    if (waiting.size === 0) return
    const taken = [...waiting]
    waiting = new Map()
    const changed = new Set<HeadBlock>()
    for (const [stream, head] of taken) {
      const block = knownBlockOf(stream) ?? (await blockOf(stream))
      block.heads.set(stream, head)
      changed.add(block)
    }
    putBlocks(changed)
  }

  return {
    async head(stream) {
      return copies.out(waiting.get(stream) ?? (await blockOf(stream)).heads.get(stream))
    },
    async headsOf(streams) {
      const missing = streams.filter((stream) => !waiting.has(stream) && !knownBlockOf(stream))
      await readAll([...new Set(missing.map((stream) => keyFor(keys, stream)))])
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
    put(head) {
      waiting.set(head.stream, copies.in(head))
    },
    store: storeWaiting,
    cleared() {
      keys = noKeys
      blocks = new Map()
      homes.clear()
      asked.clear()
      waiting = new Map()
      isCleared = true
    },
    committed() {
      directory.keys = keys
    },
  }
}

const holds = ({ start, end }: HeadBlock, stream: string): boolean => start <= stream && (end === undefined || stream < end)
