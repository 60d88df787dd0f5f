// Owns one store and the state that the elements share: its phase, the draft and the selection.

import type { Scenario } from '../../engine/scenario/scenario.ts'
import type { Store } from '../../engine/store.ts'
import { session as texts } from '../strings/english/session.ts'
import type { Draft, DraftFault } from './draft.ts'
import { draftIn, firstDraft } from './draft.ts'
import type { SavedDrafts } from './saved-drafts.ts'
import { addressOf, storeAddress } from './store/store-address.ts'
import type { Trouble } from './trouble.ts'
import { troubleOf } from './trouble.ts'
import type { DoneDeed, UndoOffer } from './undo.ts'

export type Phase =
  /** Not loaded yet. */
  | { readonly kind: 'asleep' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly store: Store }
  | { readonly kind: 'failed'; readonly trouble: Trouble }

export interface SessionSelection {
  readonly stream?: string
  /** Number of the event in its stream. */
  readonly event?: number
  readonly projection?: string
  readonly partition?: string
}

/**
 * A change of the session:
 *
 * - `phase`: the store opened, closed or failed to open;
 * - `notice`: there is another warning, or the reader may change more or less than before;
 * - `content`: streams, projections or users changed;
 * - `requests`: a request arrived or was answered;
 * - `draft`, `fault`, `selection`, `undo`: this property changed.
 */
export type SessionTopic = 'phase' | 'notice' | 'content' | 'requests' | 'draft' | 'fault' | 'selection' | 'undo'

export interface SessionOptions {
  /** Creates the store; called again after `close`. @param scenario its initial content. */
  readonly createStore: (scenario: Promise<Scenario | undefined>) => Promise<Store>
  /** Initial content of the store. */
  readonly scenario?: () => Promise<Scenario | undefined>
  /** The draft to begin with, in place of the scenario's first projection. */
  readonly draft?: () => Draft | undefined | Promise<Draft | undefined>
  /** Whether the page owns the store: the session then keeps what was written to it, and leaves it open. Default: false. */
  readonly isLent?: (store: Store) => boolean
  /** Tells the reader's drafts from those of other sessions of the page. Default: the scenario's title. */
  readonly name?: string
}

/** Milliseconds for which changes are batched: a running projection changes the store hundreds of times a second. */
const gathering = 50

export class PlaygroundSession {
  readonly #options: SessionOptions
  readonly #listeners = new Set<(topic: SessionTopic) => void>()
  readonly #due = new Set<SessionTopic>()
  #phase: Phase = { kind: 'asleep' }
  #draft = firstDraft
  #fault: DraftFault | undefined
  #selection: SessionSelection = {}
  #stopListening: (() => void) | undefined
  #scenario: Scenario | undefined
  #fillings = 0
  /** Whether `open` or `close` was called last. */
  #isWanted = false
  #settling: Promise<void> | undefined
  #isReadonly = false
  #warning: Trouble | undefined
  #firstDraft = firstDraft
  #saved: SavedDrafts | undefined
  #isRestored = false
  #undo: UndoOffer | undefined
  #changesSince: (() => number) | undefined
  #resetting: Promise<void> | undefined

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

  /** The draft to begin with: what `discardDraft` goes back to. */
  get firstDraft(): Draft {
    return this.#firstDraft
  }

  /** Whether the draft is the reader's own, from an earlier visit. */
  get isRestored(): boolean {
    return this.#isRestored
  }

  /** How many later changes `takeBack` would lose. */
  get lostByUndo(): number {
    return this.#changesSince?.() ?? 0
  }

  /** The last deed that can be taken back. */
  get undo(): UndoOffer | undefined {
    return this.#undo
  }

  get fault(): DraftFault | undefined {
    return this.#fault
  }

  get selection(): SessionSelection {
    return this.#selection
  }

  /** Initial content of the store; `reset` restores it. */
  get scenario(): Scenario | undefined {
    return this.#scenario
  }

  /** How many times the store was filled with a scenario: once when it opened, and at every reset. */
  get fillings(): number {
    return this.#fillings
  }

  /** Whether the reader may look but not change anything: panels then hide all controls that edit, append or run. */
  get readonly(): boolean {
    return this.#isReadonly
  }

  set readonly(readonly: boolean) {
    if (readonly === this.#isReadonly) return
    this.#isReadonly = readonly
    this.#tell('notice')
  }

  /** A problem with the open store's environment, e.g. that queries cannot start. */
  get warning(): Trouble | undefined {
    return this.#warning
  }

  warn(warning: Trouble | undefined): void {
    this.#warning = warning
    this.#tell('notice')
  }

  /** Base address of `send`, without a trailing slash. */
  get address(): string {
    return this.store ? addressOf(this.store) : storeAddress
  }

  /**
   * Loads the engine and opens the store, again after a failure. Never rejects: an error becomes the phase `failed`.
   */
  open(): Promise<void> {
    this.#isWanted = true
    return this.#settle()
  }

  /** Closes the store, unless the page owns it; the next `open` starts over. */
  close(): Promise<void> {
    this.#isWanted = false
    return this.#settle()
  }

  /** Applies the last of `open` and `close`, once the one before has finished. */
  #settle(): Promise<void> {
    this.#settling ??= this.#follow().finally(() => {
      this.#settling = undefined
    })
    return this.#settling
  }

  async #follow(): Promise<void> {
    do {
      if (this.#isWanted) await this.#open()
      else await this.#close()
    } while (this.#isWanted ? this.#phase.kind === 'asleep' : this.#phase.kind !== 'asleep')
  }

  async #open(): Promise<void> {
    if (this.#phase.kind === 'open') return
    this.#warning = undefined
    this.#setPhase({ kind: 'opening' })
    let store: Store | undefined
    try {
      const scenario = this.#options.scenario?.() ?? Promise.resolve(undefined)
      // The await below throws the error; until then it counts as handled.
      scenario.catch(() => undefined)
      const opened = await this.#options.createStore(scenario)
      store = opened
      await opened.ready()
      await this.#fill(opened, await scenario)
      await this.#begin()
      const listening = [
        opened.onChange(() => this.#tellSoon('content')),
        opened.requests.subscribe(
          () => this.#tellSoon('requests'),
          () => this.#tellSoon('requests'),
        ),
        opened.onSelfFeeding((projection) => this.warn(selfFeeding(projection))),
      ]
      this.#stopListening = () => {
        for (const stop of listening) stop()
      }
      this.#setPhase({ kind: 'open', store: opened })
    } catch (error) {
      if (store) await this.#release(store).catch(() => undefined)
      this.#setPhase({ kind: 'failed', trouble: troubleOf(error) })
    }
  }

  async #close(): Promise<void> {
    const { store } = this
    this.#stopListening?.()
    this.#stopListening = undefined
    this.offerUndo(undefined)
    this.#setPhase({ kind: 'asleep' })
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
    await this.load(this.#scenario ?? { version: 1 })
    this.offerUndo(undo)
  }

  /** Goes back to the first draft; this can be taken back. */
  discardDraft(): void {
    const { draft } = this
    this.edit(this.#firstDraft)
    this.offerUndo({ deed: { kind: 'draft' }, undo: () => Promise.resolve(this.edit(draft)) })
  }

  /**
   * Remembers everything as it is, before a deed that cannot be taken back otherwise.
   *
   * @returns an offer for `offerUndo`; undefined for a store that the page owns: others may write to it too, and it may be large.
   */
  async prepareUndo(deed: DoneDeed): Promise<UndoOffer | undefined> {
    const { store, draft, selection } = this
    if (!store || this.#options.isLent?.(store)) return undefined
    const { offerToRestore } = await import('./undo.ts')
    const offer = await offerToRestore(store, deed)
    const undo = async (): Promise<void> => {
      await offer.undo()
      this.edit(draft)
      this.select(selection)
    }
    return { ...offer, undo }
  }

  /** Offers to take back the last deed; undefined withdraws the offer. */
  offerUndo(offer: UndoOffer | undefined): void {
    if (offer === this.#undo) return
    this.#undo = offer
    this.#changesSince = offer?.countLater?.()
    this.#tell('undo')
  }

  /** Takes back the last deed. */
  async takeBack(): Promise<void> {
    const offer = this.#undo
    this.offerUndo(undefined)
    await offer?.undo()
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
    const given = await this.#setFirstDraft()
    this.#present(this.#firstDraft, given)
    store.requests.clear()
    this.#tellSoon('requests')
  }

  async #fill(store: Store, scenario: Scenario | undefined): Promise<void> {
    if (scenario) await store.seed(scenario, { onlyFresh: this.#options.isLent?.(store) ?? false })
    this.#scenario = scenario
    this.#fillings++
  }

  /** Presents the reader's own draft of the scenario, or else the first one. */
  async #begin(): Promise<void> {
    const given = await this.#setFirstDraft()
    const saved = this.#saved?.read()
    this.#isRestored = saved !== undefined
    if (saved ?? given) this.#present(saved ?? this.#firstDraft, given)
  }

  /** @returns the draft that the page or the scenario gives, if one does. */
  async #setFirstDraft(): Promise<Draft | undefined> {
    const { draft, name = this.#scenario?.title } = this.#options
    const given = (await draft?.()) ?? draftIn(this.#scenario)
    this.#firstDraft = given ?? firstDraft
    const { SavedDrafts, pageStorage } = await import('./saved-drafts.ts')
    this.#saved = new SavedDrafts(pageStorage(), [globalThis.location?.pathname, name], this.#firstDraft)
    return given
  }

  /** @param given whose projection the scenario has. */
  #present(draft: Draft, given: Draft | undefined): void {
    this.#setDraft(draft)
    this.select(given ? { projection: given.name } : {})
  }

  /**
   * Sends a request as an administrator; the request panel shows it. Panels read with `store.direct`.
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
    const authorization = { Authorization: `Basic ${btoa('admin:changeit')}` }
    return await store.fetch(new Request(`${this.address}${path}`, { method, headers: { ...authorization, ...headers }, body }))
  }

  edit(change: Partial<Draft>): void {
    this.#isRestored = false
    this.#setDraft(change)
  }

  #setDraft(change: Partial<Draft>): void {
    this.#draft = { ...this.#draft, ...change }
    if (!this.#isReadonly) this.#saved?.write(this.#draft)
    this.#tell('draft')
    if (change.query !== undefined) this.blame(undefined)
  }

  /** Sets the fault of the draft; undefined clears it. */
  blame(fault: DraftFault | undefined): void {
    if (this.#fault === fault) return
    this.#fault = fault
    this.#tell('fault')
  }

  select(selection: SessionSelection): void {
    this.#selection = selection
    this.#tell('selection')
  }

  /** @returns a function that unsubscribes the listener. */
  subscribe(listener: (topic: SessionTopic) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #setPhase(phase: Phase): void {
    this.#phase = phase
    this.#tell('phase')
  }

  #tell(topic: SessionTopic): void {
    for (const listener of this.#listeners) listener(topic)
  }

  #tellSoon(topic: SessionTopic): void {
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

const selfFeeding = (projection: string): Trouble => ({
  what: texts.selfFeeding(projection),
  hint: texts.selfFeedingHint,
})
