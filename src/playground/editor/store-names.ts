// Collects the event types, streams and categories of a store from its pages of all events, on demand.

import type { Store } from '../../engine/store.ts'
import { readUnlogged } from '../session/unlogged-read.ts'

export interface StoreNames {
  readonly types: ReadonlySet<string>
  readonly streams: ReadonlySet<string>
  readonly categories: ReadonlySet<string>
}

interface AllPage {
  readonly headOfStream?: boolean
  readonly entries: readonly { readonly eventId?: string; readonly streamId?: string; readonly eventType?: string }[]
  readonly links: readonly { readonly relation: string; readonly uri: string }[]
}

/** Events per page, and the most events to read: completion needs no complete list. */
const pageSize = 250
const mostEvents = 20_000

/** Path of the first page of all events; the feed's links lead on from there. */
const start = '/streams/$all/00000000000000000000000000000000/forward'
const beginning = `${start}/${pageSize}`
const firstEvent = `${start}/1`

/** Each read continues where the last one ended; known names stay known. */
export class NamesReader {
  readonly #types = new Set<string>()
  readonly #streams = new Set<string>()
  readonly #categories = new Set<string>()
  #next = beginning
  #seen = 0
  /** Id of the store's first event. A different id means that the store was cleared. */
  #first: string | undefined
  #reading: Promise<void> | undefined

  readonly names: StoreNames = { types: this.#types, streams: this.#streams, categories: this.#categories }

  /** Resolves when all current events are read, up to the cap. Concurrent calls share one read. */
  read(store: Store): Promise<StoreNames> {
    this.#reading ??= this.#readOn(store).finally(() => {
      this.#reading = undefined
    })
    return this.#reading.then(() => this.names)
  }

  async #readOn(store: Store): Promise<void> {
    const first = (await readUnlogged<AllPage>(store, `${firstEvent}?embed=rich`))?.entries[0]?.eventId
    if (first !== this.#first) this.#forget()
    this.#first = first
    while (this.#seen < mostEvents) {
      const page = await readUnlogged<AllPage>(store, `${this.#next}?embed=rich`)
      if (!page) return
      for (const { streamId, eventType } of page.entries) this.#note(streamId, eventType)
      this.#seen += page.entries.length
      const previous = page.links.find(({ relation }) => relation === 'previous')
      if (!previous || page.entries.length === 0) return
      this.#next = pathOf(previous.uri)
    }
  }

  #forget(): void {
    for (const names of [this.#types, this.#streams, this.#categories]) names.clear()
    this.#next = beginning
    this.#seen = 0
  }

  #note(stream: string | undefined, type: string | undefined): void {
    if (stream !== undefined && !stream.startsWith('$')) {
      this.#streams.add(stream)
      const category = categoryOf(stream)
      if (category !== undefined) this.#categories.add(category)
    }
    if (type !== undefined && !type.startsWith('$')) this.#types.add(type)
  }
}

/** The default of `$by_category`: everything before the first dash. */
export function categoryOf(stream: string): string | undefined {
  const dash = stream.indexOf('-')
  return dash > 0 ? stream.slice(0, dash) : undefined
}

/** Strips the store's base address from a link. */
const pathOf = (uri: string): string => uri.slice(uri.indexOf('/streams/'))
