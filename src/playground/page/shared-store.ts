// The one store of a page: its requests go to it in their order, and the reader may begin anew, and keep it.

import type { Release } from '../../base/release/facts.ts'
import type { Store } from '../../engine/store.ts'
import type { PrintedAnswer } from '../../renderings/http-text.ts'
import type { PageBeginning } from '../../renderings/page-request.ts'
import type { WrittenRequest } from '../../renderings/request.ts'
import { fetchable, sentAs } from '../../renderings/request.ts'
import { addressOf } from '../model/store/store-address.ts'

/** A request as it stands in the page. */
export interface PlacedRequest {
  readonly request: WrittenRequest
  /** @param answer undefined for the one that the page has. */
  readonly show: (answer: PrintedAnswer | undefined) => void
}

/** What is kept on the reader's device under a name; nothing without consent. */
export interface KeptProgress {
  /** Places of the requests that were sent; undefined: nothing is kept. */
  read(name: string): readonly number[] | undefined
  /** @param sent undefined forgets. */
  write(name: string, sent: readonly number[] | undefined): void
}

export interface SharedStoreParts {
  readonly beginning: PageBeginning
  /** The requests of the page, in their order. */
  readonly requests: () => readonly PlacedRequest[]
  /** @param kept the name of one that is kept. */
  readonly open: (release: Release | undefined, kept: string | undefined) => Promise<Store>
  /** Deletes what was kept. */
  readonly forget: (name: string) => Promise<void>
  readonly progress: KeptProgress
  /** The page's queries read the store, too; called when there is another one, or its content begins anew. */
  readonly lend: (store: Store) => Promise<void>
}

export interface Sent {
  readonly answer: PrintedAnswer
  /** How many others were sent before it, because it comes after them. */
  readonly others: number
}

export class SharedStore {
  readonly #parts: SharedStoreParts
  #store: Store | undefined
  /** Places of requests, from the first one of the first page on. */
  #sent = new Set<number>()
  isKept = false
  /** One thing after the other. */
  #working: Promise<unknown> = Promise.resolve()

  constructor(parts: SharedStoreParts) {
    this.#parts = parts
  }

  /** Sends a request, and before it those that stand before it and were not sent. */
  send(placed: PlacedRequest): Promise<Sent> {
    return this.#next(async () => {
      const store = await this.#opened()
      const { before = [] } = this.#parts.beginning
      const requests = this.#parts.requests()
      const place = before.length + requests.indexOf(placed)
      let others = 0
      for (let earlier = 0; earlier < place; earlier++) {
        if (this.#sent.has(earlier)) continue
        const found = requests[earlier - before.length]
        const { request } = found ?? { request: before[earlier]! }
        this.#note(earlier)
        // What an earlier page only reads changes nothing.
        if (!found && isReading(request)) continue
        const answer = await this.#answer(store, request)
        found?.show(answer)
        others++
      }
      const answer = await this.#answer(store, placed.request)
      this.#note(place)
      placed.show(answer)
      return { answer, others }
    })
  }

  /** The store is again as the first page finds it. */
  reset(): Promise<void> {
    return this.#next(async () => {
      const store = await this.#opened()
      await store.reset()
      this.#sent.clear()
      this.#saveProgress()
      for (const each of this.#parts.requests()) each.show(undefined)
      await this.#parts.lend(store)
    })
  }

  /** Moves the store to the reader's device, or back into the page. */
  keep(isKept: boolean): Promise<void> {
    return this.#next(async () => {
      const { store: name } = this.#parts.beginning
      const store = await this.#opened()
      if (name === undefined || isKept === this.isKept) return
      const content = await store.snapshot()
      const next = await this.#parts.open(this.#parts.beginning.release, isKept ? name : undefined)
      await next.restore(content)
      // `reset` knows what the store began with.
      await this.#begin(next)
      this.#store = next
      this.isKept = isKept
      this.#saveProgress()
      await this.#parts.lend(next)
      await store.close()
      if (isKept) return
      this.#parts.progress.write(name, undefined)
      await this.#parts.forget(name)
    })
  }

  /** What is kept stays. */
  close(): Promise<void> {
    return this.#next(async () => {
      await this.#store?.close()
      this.#store = undefined
    })
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#working.then(work, work)
    this.#working = done.catch(() => undefined)
    return done
  }

  async #opened(): Promise<Store> {
    if (this.#store) return this.#store
    const { beginning, open, progress, lend } = this.#parts
    const sent = beginning.store === undefined ? undefined : progress.read(beginning.store)
    const store = await open(beginning.release ?? beginning.scenario?.release, sent && beginning.store)
    await this.#begin(store)
    this.isKept = sent !== undefined
    this.#sent = new Set(sent)
    this.#store = store
    await lend(store)
    return store
  }

  async #begin(store: Store): Promise<void> {
    await store.ready()
    if (this.#parts.beginning.scenario) await store.seed(this.#parts.beginning.scenario, { onlyFresh: true })
    await store.settled()
  }

  async #answer(store: Store, request: WrittenRequest): Promise<PrintedAnswer> {
    const response = await store.fetch(fetchable(sentAs(request, addressOf(store))))
    const answer = { status: response.status, reason: response.statusText, headers: [...response.headers], body: await response.text() }
    await store.settled()
    return answer
  }

  #note(place: number): void {
    this.#sent.add(place)
    this.#saveProgress()
  }

  #saveProgress(): void {
    const { store: name } = this.#parts.beginning
    if (this.isKept && name !== undefined) this.#parts.progress.write(name, [...this.#sent])
  }
}

const isReading = ({ method }: WrittenRequest): boolean => method === 'GET' || method === 'HEAD'
