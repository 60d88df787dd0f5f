// Takes what the map shows from the store's picture, and finds out which projections write which streams.

import type { StorePicture, StreamWriter } from '../../../engine/inspect/inspection.ts'
import { categoryOf } from '../../../engine/queries/event-names.ts'
import type { Store } from '../../../engine/store.ts'
import { unlessClosed } from '../../model/store/unless-closed.ts'
import type { MapFacts } from './map-model.ts'

/** Streams of one category that are asked for their writer: the others were written by the same one, or would not be one node. */
const askedOfCategory = 3
/** Streams that one reading asks, so that a store with many does not wait for its map. */
const askedAtOnce = 40

/** Reads the map of one store, and remembers who writes a stream. */
export class FactsReader {
  readonly store: Store
  /** Null for a stream that no projection has written. */
  readonly #writers = new Map<string, StreamWriter | null>()

  constructor(store: Store) {
    this.store = store
  }

  /** @returns undefined if the store is closed. */
  async read({ streams, projections }: Pick<StorePicture, 'streams' | 'projections'>): Promise<MapFacts | undefined> {
    const own = projections.filter(({ name }) => !name.startsWith('$'))
    const names = streams.flatMap(({ name, events }) => (name.startsWith('$') || events === 0 ? [] : name))
    if (own.some(({ emits }) => emits) && !(await this.#ask(names))) return undefined
    return { streams, projections: own, emissions: names.flatMap((name) => this.#writers.get(name) ?? []) }
  }

  /** @returns whether the store has answered. */
  async #ask(streams: readonly string[]): Promise<boolean> {
    const asked = new Map<string, number>()
    const unknown = streams.filter((stream) => {
      const category = categoryOf(stream) ?? stream
      const count = (asked.get(category) ?? 0) + 1
      asked.set(category, count)
      return count <= askedOfCategory && !this.#writers.has(stream)
    })
    if (unknown.length === 0) return true
    const writersOf = unknown.slice(0, askedAtOnce)
    const picture = await unlessClosed(this.store.inspect({ writersOf }))
    const found = new Map(picture?.writers.map((writer) => [writer.stream, writer]))
    for (const stream of writersOf) this.#writers.set(stream, found.get(stream) ?? null)
    return picture !== undefined
  }
}
