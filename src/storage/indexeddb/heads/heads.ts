// Reads and writes the heads of streams in IndexedDB, where neighbours share a page (docs/inside/performance.md).

import type { Position, StreamHead, StreamMetadata } from '../../../base/events/events.ts'
import { copy } from '../../copy.ts'
import type { PageDirectory } from './pages.ts'
import type { HeadEntry, HeadRecord } from './head-record.ts'
import { headCodec } from './head-record.ts'
import { Pages } from './pages.ts'
import type { Postings } from '../log/postings.ts'
import { forgetInRows, noPostings, withoutPostings, withPostings } from '../log/postings.ts'

/** The changes of one stream. */
interface Change {
  head: StreamHead | undefined
  /** New places: number and position in turn. */
  readonly placed: number[]
  /** Positions of records that no longer hold the stream. */
  readonly displaced: Position[]
}

/** Pages hardly ever have fewer heads. */
const leastHeads = 64

/** The heads as one transaction sees them; changes wait until `store`. */
export class StoredHeads {
  readonly #pages: Pages<HeadEntry, HeadRecord>
  readonly #rows: IDBObjectStore
  /** Memoised copies of metadata, the caller's and the transaction's: thousands of heads share one object. */
  readonly #counterparts = new Map<StreamMetadata, StreamMetadata>()
  readonly #changes = new Map<string, Change>()

  /** @param store object store of heads. @param rows object store of older places. @param directory keys of pages that the tab knows. */
  constructor(store: IDBObjectStore, rows: IDBObjectStore, directory: PageDirectory) {
    this.#pages = new Pages(store, directory, headCodec)
    this.#rows = rows
  }

  async headsOf(streams: readonly string[]): Promise<(StreamHead | undefined)[]> {
    await this.#pages.load(streams)
    return streams.map((stream) => {
      const head = this.#changes.get(stream)?.head ?? this.#pages.get(stream)?.head
      return head && this.#copyOf(head)
    })
  }

  /** Heads behind a stream name, in order, at most `limit`. */
  async list(after: string | undefined, limit: number): Promise<StreamHead[]> {
    await this.store()
    const found: StreamHead[] = []
    for await (const entries of this.#pages.scan(after ?? '', Math.ceil(limit / leastHeads) + 1)) {
      for (const [stream, { head }] of entries) if (head && (after === undefined || stream > after)) found.push(head)
      if (found.length >= limit) break
    }
    return found.slice(0, limit).map((head) => this.#copyOf(head))
  }

  /** Places of a stream in records of many streams. */
  async placesOf(stream: string): Promise<Postings> {
    await this.#pages.load([stream])
    const { pairs, isSpilled } = this.#pages.get(stream)?.places ?? noPostings
    return { pairs: [...pairs, ...(this.#changes.get(stream)?.placed ?? [])], isSpilled }
  }

  put(head: StreamHead): void {
    this.#changeOf(head.stream).head = this.#copyOf(head)
  }

  /** Adds a place: a record of many streams holds the stream up to a number. @param position of the record's last event. */
  place(stream: string, number: number, position: Position): void {
    this.#changeOf(stream).placed.push(number, position)
  }

  /** Removes a place: a record of many streams no longer holds the stream. */
  displace(stream: string, position: Position): void {
    this.#changeOf(stream).displaced.push(position)
  }

  /** Puts the changes into the database; synchronously once their pages are loaded, so that a reader always finds each change. */
  async store(): Promise<void> {
    const streams = [...this.#changes.keys()]
    if (streams.length > 0) await this.#pages.load(streams)
    const inRows: Promise<void>[] = []
    for (const stream of streams) {
      const change = this.#changes.get(stream)
      if (!change) continue
      const before = this.#pages.get(stream)
      const head = change.head ?? before?.head
      const places = this.#placesAfter(stream, before?.places, change, inRows)
      this.#pages.set(stream, head || places ? { head, places } : undefined)
      this.#changes.delete(stream)
    }
    await Promise.all(inRows)
    this.#pages.write()
  }

  cleared(): void {
    this.#pages.cleared()
    this.#changes.clear()
  }

  committed(): void {
    this.#pages.committed()
  }

  /** @returns a copy that shares nothing with the head, for the other side. */
  #copyOf({ stream, last, tombstone, metadata }: StreamHead): StreamHead {
    let copied = this.#counterparts.get(metadata)
    if (!copied) {
      copied = copy(metadata)
      this.#counterparts.set(metadata, copied).set(copied, metadata)
    }
    return { stream, last, tombstone, metadata: copied }
  }

  #changeOf(stream: string): Change {
    let change = this.#changes.get(stream)
    if (!change) this.#changes.set(stream, (change = { head: undefined, placed: [], displaced: [] }))
    return change
  }

  /** @param inRows collects unfinished changes of rows. */
  #placesAfter(stream: string, before: Postings | undefined, { placed, displaced }: Change, inRows: Promise<void>[]): Postings | undefined {
    const places = placed.length > 0 ? withPostings(this.#rows, stream, before ?? noPostings, placed) : before
    if (displaced.length === 0 || !places) return places
    const gone = new Set(displaced)
    if (places.isSpilled) inRows.push(forgetInRows(this.#rows, stream, gone))
    const pairs = withoutPostings(places.pairs, gone)
    return pairs.length > 0 || places.isSpilled ? { pairs, isSpilled: places.isSpilled } : undefined
  }
}
