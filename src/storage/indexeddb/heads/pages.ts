// Keeps an ordered map in pages of IndexedDB: neighbours share a record, so that thousands of entries take few requests.

import { wrap } from 'idb'
import { clusters, firstAtOrAfter } from '../../../base/sorted.ts'
import { mostRecords } from '../log/ranges.ts'

export type PageEntries<Entry> = readonly (readonly [name: string, entry: Entry])[]

/** Converts pages to records, and back. */
export interface PageCodec<Entry, Stored> {
  /** The end of the page: the key of the next one; undefined in the last. */
  endOf(stored: Stored): string | undefined
  /** In any order. */
  decode(stored: Stored): PageEntries<Entry>
  /** @param entries in order of name. */
  encode(entries: PageEntries<Entry>, end: string | undefined): Stored
  /** The most of these entries that may share a page. */
  mostPerPage(entries: PageEntries<Entry>): number
}

/** Entries with names from `start` up to `end`. */
interface Page<Entry> {
  readonly start: string
  readonly end: string | undefined
  readonly entries: Map<string, Entry>
}

/** The map as one transaction sees it. */
export class Pages<Entry, Stored> {
  readonly #store: IDBObjectStore
  readonly #directory: PageDirectory
  readonly #codec: PageCodec<Entry, Stored>
  #keys: PageKeys
  /** Loaded pages by start. */
  readonly #pages = new Map<string, Page<Entry>>()
  readonly #asked = new Map<string, Promise<Page<Entry> | undefined>>()
  /** Starts of the pages with changes that are not in the database. */
  readonly #changed = new Set<string>()
  #refreshed: Promise<void> | undefined
  #isCleared = false

  /** @param directory keys of pages that the tab knows. */
  constructor(store: IDBObjectStore, directory: PageDirectory, codec: PageCodec<Entry, Stored>) {
    this.#store = store
    this.#directory = directory
    this.#codec = codec
    this.#keys = directory.keys
  }

  /** Loads the pages of these names with as few requests as possible. */
  async load(names: readonly string[]): Promise<void> {
    const wanted = new Set<string>()
    for (const name of names) if (!this.#loadedPage(name)) wanted.add(keyFor(this.#keys, name))
    if (wanted.size === 0) return
    const missing = this.#isCleared ? [] : [...wanted].filter((key) => !this.#asked.has(key) && !this.#pages.has(key))
    const ranges = rangesOf(this.#keys, missing)
    await Promise.all(ranges.map(([first, last]) => (first === last ? this.#askFor(first) : this.#readBetween(first, last))))
    for (const name of names) if (!this.#loadedPage(name)) await this.#pageOf(name)
  }

  /** @param name a loaded one. */
  get(name: string): Entry | undefined {
    return this.#pageOfLoaded(name).entries.get(name)
  }

  /** Changes an entry until `write` stores it. @param name a loaded one. @param entry undefined removes it. */
  set(name: string, entry: Entry | undefined): void {
    const page = this.#pageOfLoaded(name)
    if (entry === undefined) page.entries.delete(name)
    else page.entries.set(name, entry)
    this.#changed.add(page.start)
  }

  /** Puts all changes into the database, synchronously. */
  write(): void {
    const written = [...this.#changed].flatMap((key) => split(this.#pages.get(key)!, this.#codec))
    this.#changed.clear()
    for (const page of written) {
      this.#pages.set(page.start, page)
      this.#store.put(this.#codec.encode([...page.entries], page.end), page.start)
    }
    this.#keys = withKeys(
      this.#keys,
      written.map(({ start }) => start),
    )
  }

  /**
   * Entries of the database, page by page in their order, without changes that wait for `write`.
   *
   * @param from a name in the first page. @param atOnce pages in one request.
   */
  async *scan(from: string, atOnce: number): AsyncGenerator<PageEntries<Entry>> {
    const count = Math.min(mostRecords, atOnce)
    let next: string | undefined = (await this.#pageOf(from)).start
    while (next !== undefined) {
      const stored: Stored[] = await wrap(this.#store.getAll(IDBKeyRange.lowerBound(next), count))
      for (const page of stored) yield this.#codec.decode(page)
      next = stored.length < count ? undefined : this.#codec.endOf(stored.at(-1)!)
    }
  }

  cleared(): void {
    this.#keys = noKeys
    this.#pages.clear()
    this.#changed.clear()
    this.#asked.clear()
    this.#isCleared = true
  }

  committed(): void {
    this.#directory.keys = this.#keys
  }

  #loadedPage(name: string): Page<Entry> | undefined {
    const page = this.#pages.get(keyFor(this.#keys, name))
    return page && holds(page, name) ? page : undefined
  }

  #pageOfLoaded(name: string): Page<Entry> {
    const page = this.#loadedPage(name)
    if (!page) throw new Error(`The page of "${name}" is not loaded.`)
    return page
  }

  async #pageOf(name: string): Promise<Page<Entry>> {
    const asking = await this.#askFor(keyFor(this.#keys, name))
    const page = this.#loadedPage(name) ?? asking
    if (page && holds(page, name)) return page
    // Another transaction has split the page or emptied the store. The keys read now are valid for this whole transaction.
    await (this.#refreshed ??= this.#refresh())
    const found = this.#loadedPage(name) ?? (await this.#askFor(keyFor(this.#keys, name)))
    if (!found) throw new Error(`The database has no page for "${name}".`)
    return found
  }

  async #refresh(): Promise<void> {
    const found = (await wrap(this.#store.getAllKeys())) as string[]
    this.#keys = withKeys(noKeys, [...found, ...this.#pages.keys()])
  }

  #askFor(key: string): Promise<Page<Entry> | undefined> {
    const asking = this.#asked.get(key) ?? this.#read(key)
    this.#asked.set(key, asking)
    return asking
  }

  async #read(key: string): Promise<Page<Entry> | undefined> {
    const stored = this.#isCleared ? undefined : await wrap<Stored | undefined>(this.#store.get(key))
    if (stored !== undefined && !this.#isCleared) this.#keep(key, stored)
    // A new store has no page.
    else if (key === '' && !this.#pages.has(key)) this.#pages.set(key, { start: '', end: undefined, entries: new Map() })
    return this.#pages.get(key)
  }

  async #readBetween(first: string, last: string): Promise<void> {
    const range = IDBKeyRange.bound(first, last)
    const [keys, stored] = await Promise.all([wrap(this.#store.getAllKeys(range)), wrap<Stored[]>(this.#store.getAll(range))])
    if (this.#isCleared) return
    for (const [index, key] of (keys as string[]).entries()) this.#keep(key, stored[index]!)
  }

  /** Keeps the first copy of a page that was read twice, because it may have changes. */
  #keep(start: string, stored: Stored): void {
    if (this.#pages.has(start)) return
    this.#pages.set(start, { start, end: this.#codec.endOf(stored), entries: new Map(this.#codec.decode(stored)) })
  }
}

/** The fill of pages after a split. */
const usualShare = 0.75

/** @returns the page in order, or several pages in its place, of which the first has its start. */
function split<Entry>({ start, end, entries }: Page<Entry>, { mostPerPage }: PageCodec<Entry, unknown>): Page<Entry>[] {
  const sorted = [...entries].sort(([one], [other]) => (one < other ? -1 : 1))
  const most = mostPerPage(sorted)
  if (sorted.length <= most) return [{ start, end, entries: new Map(sorted) }]
  const count = Math.ceil(sorted.length / (most * usualShare))
  const length = Math.ceil(sorted.length / count)
  return Array.from({ length: Math.ceil(sorted.length / length) }, (_, index) => {
    const from = index * length
    const part = sorted.slice(from, from + length)
    return { start: index === 0 ? start : part[0]![0], end: sorted[from + length]?.[0] ?? end, entries: new Map(part) }
  })
}

const holds = ({ start, end }: Page<unknown>, name: string): boolean => start <= name && (end === undefined || name < end)

/** Keys of pages, in order; the first is always the empty string. */
type PageKeys = readonly string[]

/**
 * The keys as of the tab's last transaction, maybe outdated. Pages are never joined and each has its end, so a name outside its page
 * means that all keys must be read anew.
 */
export interface PageDirectory {
  keys: PageKeys
}

const noKeys: PageKeys = ['']

export const createPageDirectory = (): PageDirectory => ({ keys: noKeys })

/** @returns the key of the page for a name. */
export const keyFor = (keys: PageKeys, name: string): string => keys[indexFor(keys, name)]!

const itself = (key: string): string => key

function indexFor(keys: PageKeys, name: string): number {
  const at = firstAtOrAfter(keys, name, itself)
  return keys[at] === name ? at : at - 1
}

/** The most unwanted pages in a range: reading them costs less than another request. */
const mostBetween = 2

/** @returns the first and the last key of ranges that contain all wanted keys and few others. */
export function rangesOf(keys: PageKeys, wanted: readonly string[]): (readonly [first: string, last: string])[] {
  const indexes = wanted.map((key) => indexFor(keys, key))
  return clusters(indexes, mostBetween + 1).map(([first, last]) => [keys[first]!, keys[last]!])
}

function withKeys(keys: PageKeys, some: readonly string[]): PageKeys {
  const added = some.filter((key) => keyFor(keys, key) !== key)
  return added.length === 0 ? keys : [...new Set([...keys, ...added])].sort()
}
