// Owns one store and what the elements around it share: whether it is open, the query that is being written, what is selected.

import type { Scenario } from '../engine/scenario.ts'
import type { Store } from '../engine/store.ts'
import type { Trouble } from './trouble.ts'
import { troubleOf } from './trouble.ts'

export type Phase =
  /** Nothing is loaded yet. */
  | { readonly kind: 'asleep' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly store: Store }
  | { readonly kind: 'failed'; readonly trouble: Trouble }

/** The query in the editor, and how it is to run. */
export interface Draft {
  /** Of the projection that it becomes. */
  readonly name: string
  readonly query: string
  readonly mode: 'continuous' | 'one-time' | 'transient'
  /** Whether it may write streams. */
  readonly emit: boolean
}

export interface Selection {
  readonly stream?: string
  /** Number of an event in the stream. */
  readonly event?: number
  readonly projection?: string
  readonly partition?: string
}

/** Where in the draft something is wrong. */
export interface DraftFault {
  readonly message: string
  /** From 1; absent where no place is to blame. */
  readonly line?: number
  readonly column?: number
}

/**
 * - `phase`: the store opened, closed or could not be opened;
 * - `content`: streams, projections or users changed;
 * - `requests`: an exchange was added to the log;
 * - `draft`, `fault`, `selection`: these properties changed.
 */
export type Topic = 'phase' | 'content' | 'requests' | 'draft' | 'fault' | 'selection'

export interface SessionOptions {
  /** Makes the store; called again after `close`. */
  readonly createStore: () => Promise<Store>
  /** What the store is filled with when it opens. */
  readonly scenario?: () => Promise<Scenario | undefined>
}

const firstDraft: Draft = { name: 'my-projection', query: '', mode: 'continuous', emit: true }

/** How long changes are gathered before anybody is told: a projection that runs changes the store hundreds of times a second. */
const gathering = 50

export class Session {
  readonly #options: SessionOptions
  readonly #listeners = new Set<(topic: Topic) => void>()
  readonly #due = new Set<Topic>()
  #phase: Phase = { kind: 'asleep' }
  #draft = firstDraft
  #fault: DraftFault | undefined
  #selection: Selection = {}
  #stopListening: (() => void) | undefined
  #opening: Promise<void> | undefined

  constructor(options: SessionOptions) {
    this.#options = options
  }

  get phase(): Phase {
    return this.#phase
  }

  /** Undefined until the store is open. */
  get store(): Store | undefined {
    return this.#phase.kind === 'open' ? this.#phase.store : undefined
  }

  get draft(): Draft {
    return this.#draft
  }

  get fault(): DraftFault | undefined {
    return this.#fault
  }

  get selection(): Selection {
    return this.#selection
  }

  /** Loads the engine and opens the store; later calls wait for the first one. Never rejects: what goes wrong is the phase `failed`. */
  open(): Promise<void> {
    this.#opening ??= this.#open()
    return this.#opening
  }

  async #open(): Promise<void> {
    this.#setPhase({ kind: 'opening' })
    let store: Store | undefined
    try {
      const scenario = this.#options.scenario?.()
      // Whoever awaits it below gets the error; until then nobody does.
      scenario?.catch(() => undefined)
      store = await this.#options.createStore()
      await store.ready()
      await this.#fill(store, await scenario)
      const listening = [store.onChange(() => this.#tellSoon('content')), store.requests.subscribe(() => this.#tellSoon('requests'))]
      this.#stopListening = () => {
        for (const stop of listening) stop()
      }
      this.#setPhase({ kind: 'open', store })
    } catch (error) {
      await store?.close().catch(() => undefined)
      this.#opening = undefined
      this.#setPhase({ kind: 'failed', trouble: troubleOf(error) })
    }
  }

  /** Closes the store; the next `open` begins anew. */
  async close(): Promise<void> {
    await this.#opening
    const { store } = this
    this.#opening = undefined
    this.#stopListening?.()
    this.#stopListening = undefined
    if (store) {
      this.#setPhase({ kind: 'asleep' })
      await store.close()
    }
  }

  /**
   * Empties the store and fills it with a scenario.
   *
   * @throws StoreError `invalid-scenario`; the store is as it was then.
   */
  async load(scenario: Scenario): Promise<void> {
    const { store } = this
    if (!store) return
    const before = await store.snapshot()
    await store.clear()
    try {
      await this.#fill(store, scenario)
    } catch (error) {
      await store.restore(before)
      throw error
    }
    store.requests.clear()
    this.select({})
    this.#tellSoon('requests')
  }

  async #fill(store: Store, scenario: Scenario | undefined): Promise<void> {
    if (!scenario) return
    await store.seed(scenario)
    const [first] = scenario.projections ?? []
    if (first) {
      const { name, query, mode = 'continuous', emit = mode === 'continuous' } = first
      this.edit({ name, query, mode, emit })
      this.select({ projection: name })
    }
  }

  /**
   * Sends a request as an administrator; the request panel shows it. Panels that only look use `store.direct`.
   *
   * @param path from the root of the store, e.g. `/streams/cart-1`.
   */
  async send(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<Response> {
    const { store } = this
    if (!store) throw new Error('The store is not open.')
    const authorization = { Authorization: `Basic ${btoa('admin:changeit')}` }
    return store.fetch(new Request(`${storeAddress}${path}`, { method, headers: { ...authorization, ...headers }, body }))
  }

  edit(change: Partial<Draft>): void {
    this.#draft = { ...this.#draft, ...change }
    this.#tell('draft')
    if (change.query !== undefined) this.blame(undefined)
  }

  /** Says what is wrong with the draft; undefined where nothing is known to be. */
  blame(fault: DraftFault | undefined): void {
    if (this.#fault === fault) return
    this.#fault = fault
    this.#tell('fault')
  }

  select(selection: Selection): void {
    this.#selection = selection
    this.#tell('selection')
  }

  /** @returns a function that stops the calls. */
  subscribe(listener: (topic: Topic) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #setPhase(phase: Phase): void {
    this.#phase = phase
    this.#tell('phase')
  }

  #tell(topic: Topic): void {
    for (const listener of this.#listeners) listener(topic)
  }

  #tellSoon(topic: Topic): void {
    const isGathering = this.#due.size > 0
    this.#due.add(topic)
    if (isGathering) return
    setTimeout(() => {
      const due = [...this.#due]
      this.#due.clear()
      for (const each of due) this.#tell(each)
    }, gathering)
  }
}

/** What links in answers and commands to copy show: the address that a server on the reader's own machine has. */
export const storeAddress = 'http://localhost:2113'
