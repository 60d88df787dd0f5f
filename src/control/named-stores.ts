// The stores that tests make beside the one that the port serves: each under a name, until it is closed or its time is over.

import type { RealTime } from '../base/time/real-time.ts'
import type { Snapshot } from '../engine/snapshot/snapshot.ts'
import type { Scenario } from '../engine/scenario/scenario.ts'
import type { Store } from '../engine/store.ts'

/** What a test asks for. */
export interface NewStore {
  /** Default: one that is free. */
  readonly name?: string
  readonly scenario?: Scenario
  /** Makes a store whose ids repeat and whose clock stands. */
  readonly seed?: number
  /** ISO 8601: where the clock stands until it is moved. */
  readonly clock?: string
  /** Seconds until the store is closed. Default: an hour. */
  readonly ttl?: number
  /** Options of the store, where they differ from those of the served one. */
  readonly options?: Readonly<Record<string, unknown>>
}

export interface NamedStore {
  readonly name: string
  /** Path of its base URL. */
  readonly path: string
  readonly store: Store
  /** The port of its own, for clients of gRPC. */
  readonly port: number
  /** Milliseconds since 1970, in real time. */
  readonly expires: number
  readonly close: () => Promise<void>
}

/** What a host makes of a wish: an open store on a port of its own, with what it is to hold. */
export type OpenStore = (
  wish: NewStore & { readonly name: string; readonly path: string; readonly content?: BranchedContent },
) => Promise<Pick<NamedStore, 'store' | 'port'> & { readonly close: () => Promise<void> }>

/** The content of the store that another one branches off from. */
export interface BranchedContent {
  readonly snapshot: Snapshot
  /** Milliseconds since 1970 on the clock of the store. */
  readonly now: number
  readonly isFrozen: boolean
}

export type StoreOpening = { readonly kind: 'opened'; readonly store: NamedStore } | { readonly kind: 'taken' } | { readonly kind: 'full' }

/** Seconds. */
const usualTimeToLive = 3600
const millisecondsIn = 1000

/** More at once are a test run that closes none. */
export const mostStores = 1000

export class NamedStores {
  readonly #open: OpenStore
  readonly #time: RealTime
  readonly #stores = new Map<string, NamedStore>()
  /** Names of stores that are being opened. */
  readonly #opening = new Set<string>()
  readonly #listeners: (() => void)[] = []
  #count = 0

  constructor(open: OpenStore, time: RealTime) {
    this.#open = open
    this.#time = time
  }

  find(name: string): NamedStore | undefined {
    return this.#stores.get(name)
  }

  /** In the order in which they were made. */
  all(): readonly NamedStore[] {
    return [...this.#stores.values()]
  }

  /** Calls back whenever a store was made or closed. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  async open(wish: NewStore, content?: BranchedContent): Promise<StoreOpening> {
    const name = wish.name ?? this.#freeName()
    if (this.#isTaken(name)) return { kind: 'taken' }
    if (this.#stores.size + this.#opening.size >= mostStores) return { kind: 'full' }
    this.#opening.add(name)
    try {
      const path = `/-/s/${name}`
      const opened = await this.#open({ ...wish, name, path, ...(content && { content }) })
      const lives = (wish.ttl ?? usualTimeToLive) * millisecondsIn
      const cancel = this.#time.after(lives, () => void store.close(), { background: true })
      const store: NamedStore = {
        name,
        path,
        store: opened.store,
        port: opened.port,
        expires: Date.now() + lives,
        close: async () => {
          cancel()
          this.#stores.delete(name)
          this.#tell()
          await opened.close()
        },
      }
      this.#stores.set(name, store)
      this.#tell()
      return { kind: 'opened', store }
    } finally {
      this.#opening.delete(name)
    }
  }

  async closeAll(): Promise<void> {
    await Promise.all(this.all().map((store) => store.close()))
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #isTaken(name: string): boolean {
    return this.#stores.has(name) || this.#opening.has(name)
  }

  #freeName(): string {
    for (;;) {
      const name = `store-${++this.#count}`
      if (!this.#isTaken(name)) return name
    }
  }
}
