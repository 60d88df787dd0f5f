// Reads and writes the heads of streams in IndexedDB, where neighbours share a page (docs/performance.md).

import type { Position, StreamHead } from '../../base/events.ts'
import type { HeadCopies } from './head-copies.ts'
import { createHeadCopies } from './head-copies.ts'
import type { PageDirectory } from './page-directory.ts'
import type { HeadEntry, HeadRecord } from './head-record.ts'
import { headCodec } from './head-record.ts'
import { Pages } from './pages.ts'
import type { Postings } from './postings.ts'
import { forgetInRows, noPostings, withoutPostings, withPostings } from './postings.ts'

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
  private readonly pages: Pages<HeadEntry, HeadRecord>
  private readonly rows: IDBObjectStore
  private readonly copies: HeadCopies = createHeadCopies()
  private readonly changes = new Map<string, Change>()

  /**
   * @param store object store of heads. @param rows object store of older places.
   * @param directory keys of pages that the tab knows.
   */
  constructor(store: IDBObjectStore, rows: IDBObjectStore, directory: PageDirectory) {
    this.pages = new Pages(store, directory, headCodec)
    this.rows = rows
  }

  async head(stream: string): Promise<StreamHead | undefined> {
    return this.copies.out(this.changes.get(stream)?.head ?? (await this.pages.find(stream))?.head)
  }

  /** Heads of several streams, in their order. */
  async headsOf(streams: readonly string[]): Promise<(StreamHead | undefined)[]> {
    await this.pages.load(streams)
    return streams.map((stream) => this.copies.out(this.changes.get(stream)?.head ?? this.pages.get(stream)?.head))
  }

  /** Heads behind a stream name, in order, at most `limit`. */
  async list(after: string | undefined, limit: number): Promise<StreamHead[]> {
    await this.store()
    const found: StreamHead[] = []
    for await (const entries of this.pages.scan(after ?? '', Math.ceil(limit / leastHeads) + 1)) {
      for (const [stream, { head }] of entries) if (head && (after === undefined || stream > after)) found.push(head)
      if (found.length >= limit) break
    }
    return found.slice(0, limit).map((head) => this.copies.out(head))
  }

  /** Places of a stream in records of many streams; undefined where it has none. */
  async placesOf(stream: string): Promise<Postings | undefined> {
    const stored = (await this.pages.find(stream))?.places
    const placed = this.changes.get(stream)?.placed ?? []
    return placed.length === 0 ? stored : { pairs: [...(stored?.pairs ?? []), ...placed], isSpilled: stored?.isSpilled ?? false }
  }

  put(head: StreamHead): void {
    this.changeOf(head.stream).head = this.copies.in(head)
  }

  /** Adds a place: a record of many streams holds the stream up to a number. @param position of the record's last event. */
  place(stream: string, number: number, position: Position): void {
    this.changeOf(stream).placed.push(number, position)
  }

  /** Removes a place: a record of many streams no longer holds the stream. */
  displace(stream: string, position: Position): void {
    this.changeOf(stream).displaced.push(position)
  }

  /** Puts the changes into the database; synchronously, where the heads have been read before. */
  async store(): Promise<void> {
    await this.settle()
    this.pages.write()
  }

  /** The database has been emptied. */
  cleared(): void {
    this.pages.cleared()
    this.changes.clear()
  }

  /** The transaction has been committed. */
  committed(): void {
    this.pages.committed()
  }

  private changeOf(stream: string): Change {
    let change = this.changes.get(stream)
    if (!change) this.changes.set(stream, (change = { head: undefined, placed: [], displaced: [] }))
    return change
  }

  /** Moves the changes into the pages; synchronously once they are loaded, so that a reader always finds each change. */
  private async settle(): Promise<void> {
    if (this.changes.size === 0) return
    const streams = [...this.changes.keys()]
    await this.pages.load(streams)
    const inRows: Promise<void>[] = []
    for (const stream of streams) {
      const change = this.changes.get(stream)
      if (!change) continue
      const before = this.pages.get(stream)
      const head = change.head ?? before?.head
      const places = this.placesAfter(stream, before?.places, change, inRows)
      this.pages.set(stream, head || places ? { head, places } : undefined)
      this.changes.delete(stream)
    }
    await Promise.all(inRows)
  }

  /** @param inRows collects unfinished changes of rows. */
  private placesAfter(
    stream: string,
    before: Postings | undefined,
    { placed, displaced }: Change,
    inRows: Promise<void>[],
  ): Postings | undefined {
    const places = placed.length > 0 ? withPostings(this.rows, stream, before ?? noPostings, placed) : before
    if (displaced.length === 0 || !places) return places
    const gone = new Set(displaced)
    if (places.isSpilled) inRows.push(forgetInRows(this.rows, stream, gone))
    const pairs = withoutPostings(places.pairs, gone)
    return pairs.length > 0 || places.isSpilled ? { pairs, isSpilled: places.isSpilled } : undefined
  }
}
