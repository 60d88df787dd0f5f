// <rillbox-store>: owns a store and hands it to the elements inside; shows nothing of its own.

import type { CSSResultGroup, PropertyDeclarations, PropertyValues } from 'lit'
import { LitElement, css, html } from 'lit'
import { isStoreError } from '../base/errors.ts'
import type { Scenario } from '../engine/scenario/scenario.ts'
import type { Store } from '../engine/store.ts'
import type { LoadingMode } from './elements.ts'
import { loadEngine } from './session/load-engine.ts'
import { readScenario } from './session/read-scenario.ts'
import type { Phase } from './session/session.ts'
import { PlaygroundSession } from './session/session.ts'
import { troubleOf } from './session/trouble.ts'
import { whenNear } from './ui-kit/when-near.ts'

export class RillboxStore extends LitElement {
  static override properties: PropertyDeclarations = {
    src: { type: String },
    loading: { type: String },
    readonly: { type: Boolean },
  }
  static override styles: CSSResultGroup = css`
    :host {
      display: contents;
    }
  `

  /** Address of a scenario; without it the text of a `<script type="application/json">` inside. */
  declare src: string | undefined
  /** `click` waits for `session.open()`. Default: `eager`. */
  declare loading: LoadingMode
  /** Whether readers may only look. */
  declare readonly: boolean

  #lent: Store | undefined
  /** One that was replaced is still the page's. */
  readonly #lentOnce = new WeakSet<Store>()
  #scenario: Scenario | undefined
  #stopWaiting: (() => void) | undefined

  readonly session = new PlaygroundSession({
    createStore: async () => {
      // Whoever shows the store first has its panels then.
      const lent = this.#lent
      const [create] = await Promise.all([lent ? () => lent : loadEngine(), import('./panels.ts')])
      return create((error) => this.#report(error))
    },
    scenario: () => this.startingScenario(),
    isLent: (store) => this.#lentOnce.has(store),
  })

  constructor() {
    super()
    this.loading = 'eager'
    this.readonly = false
    this.session.subscribe((topic) => topic === 'phase' && this.onPhase(this.session.phase))
    // What a page sets before the element is defined would hide the accessors.
    for (const name of ['store', 'scenario'] as const) this.#adopt(name)
  }

  /**
   * A store of the page's own, in place of one that the element makes. It is filled with the scenario only where nobody has written to
   * it, and it is not closed with the element. Reading gives the store that is open.
   */
  set store(store: Store | undefined) {
    if (store === this.#lent) return
    this.#lent = store
    if (store) this.#lentOnce.add(store)
    this.reopen()
  }

  get store(): Store | undefined {
    return this.session.store
  }

  /** What the store is filled with when it opens; goes before `src` and the script inside. */
  set scenario(scenario: Scenario | undefined) {
    this.#scenario = scenario
    this.reopen()
  }

  get scenario(): Scenario | undefined {
    return this.#scenario
  }

  /** Whether the store is the page's. */
  get isLent(): boolean {
    return this.#lent !== undefined
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.hasUpdated) this.#wait()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stopWaiting?.()
    // What is only moved is back before the next task.
    setTimeout(() => {
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
    if (this.hasUpdated && changed.has('src')) this.reopen()
  }

  protected override render(): unknown {
    return html`<slot></slot>`
  }

  /** What the store is filled with. Rejects with an error that says what is wrong with where it comes from. */
  protected async startingScenario(): Promise<Scenario | undefined> {
    return this.#scenario ?? readScenario(this)
  }

  /** Called with every phase of the session. */
  protected onPhase(phase: Phase): void {
    this.dispatchEvent(new CustomEvent<Phase>('rillbox-phase', { detail: phase, bubbles: true, composed: true }))
  }

  /** Opens the store when the attribute `loading` says so. */
  #wait(): void {
    this.#stopWaiting?.()
    const open = (): void => void this.session.open()
    if (this.loading === 'lazy') this.#stopWaiting = whenNear(this, open)
    else if (this.loading !== 'click') open()
  }

  /** Begins anew, where it has begun. */
  protected reopen(): void {
    if (this.session.phase.kind === 'asleep') return
    void this.session.close().then(() => {
      if (this.isConnected) void this.session.open()
    })
  }

  /** A query that cannot be started for want of Workers or WebAssembly is answered as a failure of the server, which says nothing. */
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
