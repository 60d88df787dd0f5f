// <rillbox-store>: owns a store and passes it to the elements inside; renders nothing itself.

import { effect, untracked } from '@preact/signals-core'
import type { CSSResultGroup, PropertyDeclarations, PropertyValues } from 'lit'
import { LitElement, css, html } from 'lit'
import { isStoreError } from '../base/errors.ts'
import type { Release } from '../base/release/facts.ts'
import type { Scenario } from '../engine/scenario/scenario.ts'
import type { Store } from '../engine/store.ts'
import type { LoadingMode, StoreElement } from './elements.ts'
import type { Draft } from './model/draft/draft.ts'
import { Pause } from './kit/pause.ts'
import { loadEngine } from './model/store/load-engine.ts'
import { readScenario } from './model/store/read-scenario.ts'
import type { Phase } from './model/session.ts'
import { PlaygroundSession } from './model/session.ts'
import { renderAgain } from './strings/render-again.ts'
import { speakLanguageAt } from './strings/languages.ts'
import { troubleOf } from './model/trouble.ts'

/** The members that pages use are described in elements.ts. */
export class RillboxStore extends LitElement implements StoreElement {
  static override properties: PropertyDeclarations = {
    src: { type: String },
    loading: { type: String },
    readonly: { type: Boolean },
    release: { type: String },
    // Languages are looked for in attributes, as those of elements around.
    lang: { type: String, reflect: true },
  }
  static override styles: CSSResultGroup = css`
    :host {
      display: contents;
    }
  `

  declare src: string | undefined
  declare loading: LoadingMode
  declare readonly: boolean
  declare release: Release | undefined
  declare lang: string

  #lent: Store | undefined
  /** A replaced store still belongs to the page. */
  readonly #lentOnce = new WeakSet<Store>()
  #scenario: Scenario | undefined
  #stopWaiting: (() => void) | undefined
  /** What loads with the first store. */
  protected panels: typeof import('./panels.ts') | undefined
  /** Panels wait for the texts in the page's language. */
  #speaking: Promise<void> | undefined

  readonly session = new PlaygroundSession({
    createStore: async (starting) => {
      // The panels load together with the first store.
      const lent = this.#lent
      const [create, panels] = await Promise.all([lent ? () => lent : loadEngine(), import('./panels.ts'), this.#speaking])
      this.panels = panels
      const release = this.release ?? (await starting)?.release
      return create((error) => this.#report(error), release)
    },
    scenario: () => this.startingScenario(),
    draft: () => this.startingDraft(),
    isLent: (store) => this.#lentOnce.has(store),
  })

  constructor() {
    super()
    this.loading = 'eager'
    this.readonly = false
    // The session lives as long as the element.
    let isFirst = true
    effect(() => {
      const { phase } = this.session
      if (!isFirst) untracked(() => this.onPhase(phase))
      isFirst = false
    })
    // Properties set before the element is defined would hide the accessors.
    for (const name of ['store', 'scenario'] as const) this.#adopt(name)
  }

  set store(store: Store | undefined) {
    if (store === this.#lent) return
    this.#lent = store
    if (store) this.#lentOnce.add(store)
    this.reopen()
  }

  get store(): Store | undefined {
    return this.session.store
  }

  set scenario(scenario: Scenario | undefined) {
    this.#scenario = scenario
    this.reopen()
  }

  get scenario(): Scenario | undefined {
    return this.#scenario
  }

  /** Whether the page owns the store. */
  get isLent(): boolean {
    return this.#lent !== undefined
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#speak()
    if (this.hasUpdated) this.#wait()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stopWaiting?.()
    // A moved element is back before the next task.
    new Pause().begin(0, () => {
      if (!this.isConnected) void this.session.close()
    })
  }

  protected override firstUpdated(changed: PropertyValues<this>): void {
    super.firstUpdated(changed)
    this.#wait()
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed)
    this.session.readonly = this.readonly
    if (this.hasUpdated && (changed.has('src') || changed.has('release'))) this.reopen()
    if (this.hasUpdated && changed.has('loading') && this.isConnected) this.#wait()
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    // Only now is the attribute what the property is.
    if (changed.has('lang')) this.#speak()
  }

  protected override render(): unknown {
    return html`<slot></slot>`
  }

  /** Finds the initial content of the store. Rejects with an error about its source. */
  protected async startingScenario(): Promise<Scenario | undefined> {
    return await (this.#scenario ?? readScenario(this))
  }

  /** The draft to begin with, in place of the scenario's first projection. */
  protected startingDraft(): Draft | undefined {
    return undefined
  }

  /** Called on every phase change of the session. */
  protected onPhase(phase: Phase): void {
    this.dispatchEvent(new CustomEvent<Phase>('rillbox-phase', { detail: phase, bubbles: true, composed: true }))
  }

  /** Uses the page's language; open panels change their texts. */
  #speak(): void {
    this.#speaking = speakLanguageAt(this).then((hasChanged) => {
      if (hasChanged) renderAgain(this.ownerDocument)
    })
  }

  /** Opens the store at the time that the attribute `loading` names. */
  #wait(): void {
    this.#stopWaiting?.()
    const open = (): void => void this.session.open()
    if (this.loading === 'lazy') this.#stopWaiting = whenNear(this, open)
    else if (this.loading !== 'click') open()
  }

  /** Restarts a session that has started. */
  protected reopen(): void {
    if (this.session.phase.kind === 'asleep') return
    void this.session.close().then(() => {
      if (this.isConnected) void this.session.open()
    })
  }

  /** Without Workers or WebAssembly the store answers a query with a server error that names no cause; the warning names it. */
  #report(error: unknown): void {
    if (isStoreError(error)) this.session.warn(troubleOf(error))
  }

  #adopt(name: 'store' | 'scenario'): void {
    const given = Object.getOwnPropertyDescriptor(this, name)
    if (!given) return
    Reflect.deleteProperty(this, name)
    Object.assign(this, { [name]: given.value as unknown })
  }
}

/** Distance above or below the screen: enough to load the engine before the reader arrives. */
const nearness = '400px 0px'

/** Calls back once the element comes near the screen. @returns a function that stops the observation. */
function whenNear(element: Element, callback: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      callback()
    },
    { rootMargin: nearness },
  )
  // An element without its own box has the place of its content.
  const hasBox = getComputedStyle(element).display !== 'contents'
  for (const seen of hasBox ? [element] : element.children) observer.observe(seen)
  return () => observer.disconnect()
}
