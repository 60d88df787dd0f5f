// Reads what the map shows from the store: streams, projections with their sources, and the streams that projections write.

import { projectionPath, segment, streamPath } from '../../../base/paths.ts'
import type { Store } from '../../../engine/store.ts'
import { categoryOf } from '../../../engine/queries/event-names.ts'
import { listProjections } from '../result/list-projections.ts'
import type { ProjectionStatistics } from '../result/status.ts'
import { toneOf } from '../result/status.ts'
import type { StreamFeed } from '../../model/store/feed.ts'
import { addressOf } from '../../model/store/store-address.ts'
import { readUnlogged, unlessClosed } from '../../model/store/unlogged-read.ts'
import type { MapEmission, MapFacts, MapSources } from './map-model.ts'

interface Definition {
  readonly emitEnabled?: boolean
  readonly definition?: MapSources
}

/** Streams of one category that are asked for their writer: the others were written by the same one, or would not be one node. */
const askedOfCategory = 3
/** Streams that one reading asks, so that a store with many does not wait for its map. */
const askedAtOnce = 40

/** Reads the map of one store, and remembers what does not change. */
export class FactsReader {
  readonly store: Store
  readonly #definitions = new Map<string, Definition>()
  /** The writer of a stream; null for one that no projection has written. */
  readonly #writers = new Map<string, MapEmission | null>()
  readonly #names = new Map<string, string | undefined>()

  constructor(store: Store) {
    this.store = store
  }

  /** @returns undefined if the store is closed. */
  async read(): Promise<MapFacts | undefined> {
    const [streams, listed] = await Promise.all([unlessClosed(this.store.streams()), listProjections(this.store)])
    if (!streams || !listed) return undefined
    const { own } = listed
    const definitions = await Promise.all(own.map((statistics) => this.#definition(statistics)))
    const projections = own.map(({ name, status, stateReason, eventsProcessedAfterRestart }, index) => ({
      name,
      tone: toneOf(status),
      reason: stateReason ?? '',
      handled: eventsProcessedAfterRestart,
      sources: definitions[index]?.definition,
    }))
    const emits = definitions.some((definition) => definition?.emitEnabled)
    const names = streams.flatMap(({ name, events }) => (name.startsWith('$') || events === 0 ? [] : name))
    return { streams, projections, emissions: emits ? await this.#emissions(names) : [] }
  }

  async #definition({ name, version, epoch }: ProjectionStatistics): Promise<Definition | undefined> {
    const key = JSON.stringify([name, version, epoch])
    const known = this.#definitions.get(key)
    if (known) return known
    const read = await readUnlogged<Definition>(this.store, `${projectionPath(name)}/query?config=true`)
    // A query that is still being prepared has no sources yet.
    if (read?.definition) this.#definitions.set(key, read)
    return read
  }

  async #emissions(streams: readonly string[]): Promise<readonly MapEmission[]> {
    const asked = new Map<string, number>()
    const unknown: string[] = []
    for (const stream of streams) {
      const category = categoryOf(stream) ?? stream
      const count = (asked.get(category) ?? 0) + 1
      asked.set(category, count)
      if (count <= askedOfCategory && !this.#writers.has(stream) && unknown.length < askedAtOnce) unknown.push(stream)
    }
    await Promise.all(unknown.map(async (stream) => this.#writers.set(stream, (await this.#writer(stream)) ?? null)))
    return streams.flatMap((stream) => this.#writers.get(stream) ?? [])
  }

  /** Every event of a projection names its writer in its metadata, and only one writer is allowed to a stream. */
  async #writer(stream: string): Promise<MapEmission | undefined> {
    const page = await readUnlogged<StreamFeed>(this.store, `${streamPath(stream)}/head/backward/1?embed=tryharder`)
    const [entry] = page?.entries ?? []
    const metadata = entry?.linkMetaData ?? entry?.metaData
    const registration = metadata && /"\$v":\s*"(\d+):/.exec(metadata)?.[1]
    const projection = registration && (await this.#nameOf(registration))
    return projection ? { projection, stream, isLink: Boolean(entry?.linkMetaData) } : undefined
  }

  /** @param registration number of the event that registered the projection. */
  async #nameOf(registration: string): Promise<string | undefined> {
    if (!this.#names.has(registration)) {
      const address = `${addressOf(this.store)}/streams/${segment('$projections-$all')}/${registration}`
      const response = await unlessClosed(this.store.direct(new Request(address, { headers: { Accept: 'application/octet-stream' } })))
      this.#names.set(registration, response?.ok ? await response.text() : undefined)
    }
    return this.#names.get(registration)
  }
}
