// Owns one store and what all panels share: its phase, its picture, the draft and the selection, each of them a signal.

import { batch, signal } from '@preact/signals-core'
import type { StorePicture } from '../../engine/inspect/inspection.ts'
import type { RequestLog } from '../../engine/observe/request-log.ts'
import type { Scenario } from '../../engine/scenario/scenario.ts'
import type { Store } from '../../engine/store.ts'
import { session as texts } from '../strings/english/session.ts'
import { SessionClock } from './timing/clock.ts'
import type { Draft, DraftFault } from './draft/draft.ts'
import type { DraftingOptions } from './draft/drafting.ts'
import { Drafting } from './draft/drafting.ts'
import { lastWish } from './timing/last-wish.ts'
import { readPicture } from './picture.ts'
import { addressOf, storeAddress } from './store/store-address.ts'
import { Pause } from '../kit/pause.ts'
import type { Trouble } from './trouble.ts'
import { troubleOf } from './trouble.ts'
import type { DoneDeed, UndoOffer } from './undo.ts'
import { prepareUndo, Undoing } from './undoing.ts'

export type Phase =
  /** Not loaded yet. */
  | { readonly kind: 'asleep' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly store: Store }
  | { readonly kind: 'failed'; readonly trouble: Trouble }

export interface SessionSelection {
  readonly stream?: string
  /** Part of the names of the streams that are listed, in any case. */
  readonly streamFilter?: string
  /** Number of the event in its stream. */
  readonly event?: number
  readonly projection?: string
  readonly partition?: string
}

export interface SessionOptions extends DraftingOptions {
  /** Creates the store; called again after `close`. @param scenario its initial content. */
  readonly createStore: (scenario: Promise<Scenario | undefined>) => Promise<Store>
  /** Initial content of the store. */
  readonly scenario?: () => Promise<Scenario | undefined>
  /** Whether the page owns the store: the session then keeps what was written to it, and leaves it open. Default: false. */
  readonly isLent?: (store: Store) => boolean
}

/** Milliseconds for which requests are gathered. */
const gathering = 50

const asAdministrator = { Authorization: `Basic ${btoa('admin:changeit')}` }

export class PlaygroundSession {
  readonly #options: SessionOptions
  readonly #phase = signal<Phase>({ kind: 'asleep' })
  readonly #selection = signal<SessionSelection>({})
  readonly #scenario = signal<Scenario | undefined>(undefined)
  readonly #fillings = signal(0)
  readonly #isReadonly = signal(false)
  readonly #warning = signal<Trouble | undefined>(undefined)
  /** Counts the times that requests came or were answered: what shows the log then looks again. */
  readonly #traffic = signal(0)
  readonly #pause = new Pause()
  readonly #wish = lastWish((isOpen) => (isOpen ? this.#open() : this.#close()))
  readonly drafting: Drafting
  readonly #picture = readPicture(
    () => ({ store: this.#openStore, choice: this.#selection.peek() }),
    (warning) => this.warn(warning),
  )
  readonly clock = new SessionClock(() => this.#picture.read())
  readonly undoing = new Undoing()
  #stopListening: (() => void) | undefined
  #resetting: Promise<void> | undefined

  constructor(options: SessionOptions) {
    this.#options = options
    this.drafting = new Drafting(options)
  }

  get phase(): Phase {
    return this.#phase.value
  }

  /** Undefined until the store is open. */
  get store(): Store | undefined {
    return storeIn(this.#phase.value)
  }

  get #openStore(): Store | undefined {
    return storeIn(this.#phase.peek())
  }

  /** What the store holds; undefined until it is read. */
  get picture(): StorePicture | undefined {
    return this.#picture.current.value
  }

  /** Reads the picture anew. Resolves with one that is no older than the call. */
  look(): Promise<void> {
    return this.#picture.read()
  }

  /** The store's log of requests; undefined until the store is open. */
  get requests(): RequestLog | undefined {
    void this.#traffic.value
    return this.store?.requests
  }

  get draft(): Draft {
    return this.drafting.draft
  }

  get fault(): DraftFault | undefined {
    return this.drafting.fault
  }

  get selection(): SessionSelection {
    return this.#selection.value
  }

  /** Initial content of the store; `reset` restores it. */
  get scenario(): Scenario | undefined {
    return this.#scenario.value
  }

  /** How many times the store was filled with a scenario: once when it opened, and at every reset. */
  get fillings(): number {
    return this.#fillings.value
  }

  /** Whether the reader may look but not change anything: panels then hide all controls that edit, append or run. */
  get readonly(): boolean {
    return this.#isReadonly.value
  }

  set readonly(readonly: boolean) {
    this.#isReadonly.value = readonly
    this.drafting.isKept = !readonly
  }

  /** A problem with the open store's environment, e.g. that queries cannot start. */
  get warning(): Trouble | undefined {
    return this.#warning.value
  }

  warn(warning: Trouble | undefined): void {
    this.#warning.value = warning
  }

  readonly #noteTraffic = (): void => {
    if (!this.#pause.isUnderWay) this.#pause.begin(gathering, () => this.#traffic.value++)
  }

  /** Base address of `send`, without a trailing slash. */
  get address(): string {
    return this.store ? addressOf(this.store) : storeAddress
  }

  /**
   * Loads the engine and opens the store, again after a failure. Never rejects: an error becomes the phase `failed`.
   */
  open(): Promise<void> {
    return this.#wish(true)
  }

  /** Closes the store, unless the page owns it; the next `open` starts over. */
  close(): Promise<void> {
    return this.#wish(false)
  }

  async #open(): Promise<void> {
    if (this.#openStore) return
    this.warn(undefined)
    this.#phase.value = { kind: 'opening' }
    let store: Store | undefined
    try {
      const scenario = this.#options.scenario?.() ?? Promise.resolve(undefined)
      // The await below throws the error; until then it counts as handled.
      scenario.catch(() => undefined)
      const opened = await this.#options.createStore(scenario)
      store = opened
      await opened.ready()
      await this.#fill(opened, await scenario)
      const given = await this.drafting.begin(this.#scenario.peek())
      if (given) this.select({ projection: given.name })
      this.#stopListening = listenTo(opened, this, this.#noteTraffic)
      this.#phase.value = { kind: 'open', store: opened }
      void this.look()
    } catch (error) {
      if (store) await this.#release(store).catch(() => undefined)
      this.#phase.value = { kind: 'failed', trouble: troubleOf(error) }
    }
  }

  async #close(): Promise<void> {
    const store = this.#openStore
    this.#stopListening?.()
    this.#stopListening = undefined
    this.undoing.offer(undefined)
    this.#phase.value = { kind: 'asleep' }
    await this.look()
    if (store) await this.#release(store)
  }

  async #release(store: Store): Promise<void> {
    if (!this.#options.isLent?.(store)) await store.close()
  }

  /** Restores the initial content of the store and the first draft; both can be taken back. A second call meanwhile is the same one. */
  reset(): Promise<void> {
    this.#resetting ??= this.#startOver().finally(() => {
      this.#resetting = undefined
    })
    return this.#resetting
  }

  async #startOver(): Promise<void> {
    const undo = await this.prepareUndo({ kind: 'reset' })
    await this.load(this.scenario ?? { version: 1 })
    this.undoing.offer(undo)
  }

  /** Goes back to the first draft; this can be taken back. */
  discardDraft(): void {
    const { draft } = this
    this.edit(this.drafting.first)
    this.undoing.offer({ deed: { kind: 'draft' }, undo: () => Promise.resolve(this.edit(draft)) })
  }

  /** Whether the store is the page's own, which panels do not replace. */
  get isLent(): boolean {
    const { store } = this
    return store !== undefined && (this.#options.isLent?.(store) ?? false)
  }

  /** @see prepareUndo in undoing.ts. */
  async prepareUndo(deed: DoneDeed): Promise<UndoOffer | undefined> {
    const { store } = this
    return store && !this.isLent ? await prepareUndo(this, store, deed) : undefined
  }

  /**
   * Empties the store and fills it with a scenario.
   *
   * @throws StoreError `invalid-scenario`; the store keeps its content then.
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
    // Only now, so that the editor shows no empty draft in between.
    const given = await this.drafting.startOver(scenario)
    // What is selected is to be found in the picture.
    await this.look()
    this.select(given ? { projection: given.name } : {})
    store.requests.clear()
    this.#noteTraffic()
  }

  async #fill(store: Store, scenario: Scenario | undefined): Promise<void> {
    if (scenario) await store.seed(scenario, { onlyFresh: this.#options.isLent?.(store) ?? false })
    batch(() => {
      this.#scenario.value = scenario
      this.#fillings.value++
    })
  }

  /**
   * Sends a request as an administrator; the request panel shows it.
   *
   * @param path from the root of the store, e.g. `/streams/cart-1`.
   */
  async send(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<Response> {
    const { store } = this
    if (!store) throw new Error(texts.notOpen)
    return await store.fetch(new Request(`${this.address}${path}`, { method, headers: { ...asAdministrator, ...headers }, body }))
  }

  edit(change: Partial<Draft>): void {
    batch(() => this.drafting.edit(change))
  }

  select(selection: SessionSelection): void {
    const { projection, partition } = this.#selection.peek()
    this.#selection.value = selection
    if (selection.projection !== projection || selection.partition !== partition) void this.look()
  }
}

const storeIn = (phase: Phase): Store | undefined => (phase.kind === 'open' ? phase.store : undefined)

/** @returns a function that stops listening. */
function listenTo(store: Store, session: Pick<PlaygroundSession, 'clock' | 'warn'>, onTraffic: () => void): () => void {
  const listening = [
    store.onChange(() => session.clock.touch()),
    store.requests.subscribe(onTraffic, onTraffic),
    store.onSelfFeeding((projection) => session.warn({ what: texts.selfFeeding(projection), hint: texts.selfFeedingHint })),
  ]
  return () => {
    for (const stop of listening) stop()
  }
}
