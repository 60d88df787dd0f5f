// <rillbox-store>: owns a store and hands it to the elements inside; shows nothing of its own.

import type { CSSResultGroup, PropertyValues } from 'lit'
import { LitElement, css, html } from 'lit'
import type { Scenario } from '../engine/scenario.ts'
import type { Store } from '../engine/store.ts'
import { createPlaygroundStore } from './open-store.ts'
import { readScenario } from './read-scenario.ts'
import { Session } from './session.ts'

export class StoreElement extends LitElement {
  static override properties = {
    src: { type: String },
    loading: { type: String },
  }
  static override styles: CSSResultGroup = css`
    :host {
      display: contents;
    }
  `

  /** Address of a scenario; without it the text of a `<script type="application/json">` inside. */
  declare src: string | undefined
  /** `eager`: the store opens with the page; `lazy`: when the element comes near the screen; `click`: when `session.open()` is called. */
  declare loading: 'eager' | 'lazy' | 'click'

  #store: Store | undefined
  #scenario: Scenario | undefined

  readonly session = new Session({
    createStore: async () => this.#store ?? createPlaygroundStore(),
    scenario: async () => this.#scenario ?? readScenario(this),
  })

  constructor() {
    super()
    this.loading = 'eager'
  }

  /** A store of the page's own, in place of one that the element makes; set before it opens. It is not closed with the element. */
  set store(store: Store | undefined) {
    this.#store = store
  }

  get store(): Store | undefined {
    return this.session.store
  }

  /** What the store is filled with when it opens; goes before `src` and the script inside. */
  set scenario(scenario: Scenario | undefined) {
    this.#scenario = scenario
  }

  protected override firstUpdated(changed: PropertyValues<this>): void {
    super.firstUpdated(changed)
    if (this.loading === 'eager') void this.session.open()
  }

  protected override render() {
    return html`<slot></slot>`
  }
}
