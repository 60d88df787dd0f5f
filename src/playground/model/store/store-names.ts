// Collects the event types, streams, categories and fields of a store from its pages of all events, on demand.

import type { Store } from '../../../engine/store.ts'
import type { StreamFeed, StreamFeedEntry } from './feed.ts'
import { readUnlogged } from './unlogged-read.ts'
import { categoryOf, FieldShapes } from '../../../engine/queries/event-names.ts'

export interface StoreNames {
  readonly types: ReadonlySet<string>
  readonly streams: ReadonlySet<string>
  readonly categories: ReadonlySet<string>
  /** Fields of the events' data and metadata. */
  readonly fields: Pick<FieldShapes, 'data' | 'metadata'>
  /** Whether every event of the store was read; otherwise there may be more names. */
  readonly isComplete: boolean
}

/** Events per page, and the most events to read: completion needs no complete list. */
const pageSize = 250
const mostEvents = 20_000
/** Events whose data are read too. */
const mostWithData = 2_000

/** Path of the first page of all events; the feed's links lead on from there. */
const start = '/streams/$all/00000000000000000000000000000000/forward'
const beginning = `${start}/${pageSize}`
const firstEvent = `${start}/1`

/** Each read continues where the last one ended; known names stay known. */
export class NamesReader {
  readonly names = {
    types: new Set<string>(),
    streams: new Set<string>(),
    categories: new Set<string>(),
    fields: new FieldShapes(),
    isComplete: false as boolean,
  } satisfies StoreNames

  #next = beginning
  #seen = 0
  /** Id of the store's first event. A different id means that the store was cleared. */
  #first: string | undefined
  #reading: Promise<void> | undefined

  /** Resolves when all current events are read, up to the cap. Concurrent calls share one read. */
  read(store: Store): Promise<StoreNames> {
    this.#reading ??= this.#readOn(store).finally(() => {
      this.#reading = undefined
    })
    return this.#reading.then(() => this.names)
  }

  async #readOn(store: Store): Promise<void> {
    const first = (await readUnlogged<StreamFeed>(store, `${firstEvent}?embed=rich`))?.entries[0]?.eventId
    if (first !== this.#first) this.#forget()
    this.#first = first
    while (this.#seen < mostEvents) {
      const page = await readUnlogged<StreamFeed>(store, `${this.#next}?embed=${this.#seen < mostWithData ? 'body' : 'rich'}`)
      if (!page) return
      for (const entry of page.entries) this.#note(entry)
      this.#seen += page.entries.length
      const previous = page.links.find(({ relation }) => relation === 'previous')
      this.names.isComplete = !previous || page.entries.length === 0
      if (!previous || page.entries.length === 0) return
      this.#next = pathOf(previous.uri)
    }
    this.names.isComplete = false
  }

  #forget(): void {
    const { types, streams, categories, fields } = this.names
    for (const known of [types, streams, categories, fields]) known.clear()
    this.#next = beginning
    this.#seen = 0
  }

  #note({ streamId: stream, eventType: type, data, metaData }: StreamFeedEntry): void {
    if (stream !== undefined && !stream.startsWith('$')) {
      this.names.streams.add(stream)
      const category = categoryOf(stream)
      if (category !== undefined) this.names.categories.add(category)
    }
    if (type === undefined || type.startsWith('$')) return
    this.names.types.add(type)
    this.names.fields.note(type, data, metaData)
  }
}

/** Strips the store's base address from a link. */
const pathOf = (uri: string): string => uri.slice(uri.indexOf('/streams/'))
