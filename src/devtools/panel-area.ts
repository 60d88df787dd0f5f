// Shows one of several stores in panels behind tabs: the content of the drawer, and of the workbench of a served store.

import type { PropertyDeclarations } from 'lit'
import { LitElement, html, nothing } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import type { Scenario } from '../engine/scenario/scenario.ts'
import { tabBar, tabId } from '../playground/frame/tab-bar.ts'
import type { Trouble } from '../playground/model/trouble.ts'
import { devtools as texts } from '../playground/strings/english/devtools.ts'
import type { InspectedStore } from './inspected-store.ts'
import type { DevtoolsPanelName } from './panel-views.ts'
import { devtoolsPanels, panelNamed, panelView } from './panel-views.ts'
import type { PlaygroundDialogElement } from './playground-dialog.ts'

export abstract class PanelAreaElement<Inspected extends InspectedStore = InspectedStore> extends LitElement {
  static override properties: PropertyDeclarations = {
    stores: { state: true },
    chosen: { state: true },
    panel: { state: true },
    hasPanels: { state: true },
  }

  declare stores: readonly Inspected[]
  declare chosen: Inspected | undefined
  declare panel: DevtoolsPanelName
  /** Whether the playground's panels are defined: they come with the first session, and must not be rendered before. */
  declare hasPanels: boolean
  /** Panels that have been visible; the others are not rendered yet. */
  readonly #met = new Set<DevtoolsPanelName>()

  /** @param panel the name of the first one, as it was kept. */
  constructor(panel: string) {
    super()
    this.stores = []
    this.hasPanels = false
    this.panel = panelNamed(panel)
  }

  /** Keeps the panel for the next visit. */
  protected abstract keepPanel(panel: DevtoolsPanelName): void

  protected openPanel(panel: DevtoolsPanelName): void {
    this.panel = panel
    this.keepPanel(panel)
  }

  protected choose(store: Inspected | undefined): void {
    void this.chosen?.session.close()
    this.chosen = store
  }

  protected async openSession(): Promise<void> {
    const session = this.chosen?.session
    await session?.open()
    this.hasPanels ||= session?.phase.kind === 'open'
    this.requestUpdate()
  }

  protected onBranch(event: CustomEvent<Scenario>): void {
    event.preventDefault()
    void this.renderRoot.querySelector<PlaygroundDialogElement>('rillbox-devtools-playground')?.open(event.detail)
  }

  /** Nothing where there is no choice. */
  protected storeChooser() {
    const { stores } = this
    if (stores.length < 2) return nothing
    const onChange = (event: Event): void => this.choose(stores[(event.target as HTMLSelectElement).selectedIndex])
    return html`<select class="chooser" aria-label=${texts.store} @change=${onChange}>
      ${stores.map((each) => html`<option .selected=${each === this.chosen}>${each.name}</option>`)}
    </select>`
  }

  protected panelTabs() {
    const { chosen } = this
    const faults = chosen?.store.faults.rules.length ?? 0
    return tabBar({
      label: texts.panelTabs,
      tabs: devtoolsPanels,
      labels: texts.panels,
      open: this.panel,
      panelOf: (name) => (this.#met.has(name) && chosen ? name : undefined),
      countOf: (name) => (name === 'faults' && faults > 0 ? { count: faults, meaning: texts.faultsInForce(faults) } : undefined),
      choose: (name) => this.openPanel(name),
    })
  }

  protected openPanels(chosen: Inspected) {
    const { phase } = chosen.session
    if (phase.kind === 'failed') return failureView(phase.trouble, () => void this.openSession())
    if (!this.hasPanels) return html`<p class="empty" role="status">${texts.opening}</p>`
    this.#met.add(this.panel)
    const panels = devtoolsPanels.map((name) =>
      this.#met.has(name)
        ? html`<div class="panel ${name}" id=${name} role="tabpanel" aria-labelledby=${tabId(name)} ?hidden=${name !== this.panel}>
            ${panelView(name, chosen)}
          </div>`
        : nothing,
    )
    // Panels of their own for each store: what one of them still does is no news of the other.
    return keyed(chosen, panels)
  }
}

const failureView = ({ what, hint }: Trouble, retry: () => void) =>
  html`<div class="empty" role="alert">
    <p><strong>${what}</strong> ${hint}</p>
    <button type="button" @click=${retry}>${texts.tryAgain}</button>
  </div>`
