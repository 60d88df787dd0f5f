// Shows one of several stores in panels behind tabs: the content of the drawer, and of the workbench of a served store.

import type { PropertyDeclarations, TemplateResult } from 'lit'
import { LitElement, html, nothing } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import type { Scenario } from '../engine/scenario/scenario.ts'
import { tabBar, tabId } from '../playground/frame/tab-bar.ts'
import type { Trouble } from '../playground/model/trouble.ts'
import { devtools as texts } from '../playground/strings/english/devtools.ts'
import type { InspectedStore } from './inspected-store.ts'
import { define } from '../playground/kit/define.ts'
import { ClockPanelElement } from './clock/clock-panel.ts'
import { FaultPanelElement } from './faults/fault-panel.ts'
import { RecordPanelElement } from './recording/record-panel.ts'
import { CompareSnapshotsElement } from './snapshots/compare-snapshots.ts'
import { SnapshotPanelElement } from './snapshots/snapshot-panel.ts'
import { PlaygroundDialogElement } from './playground-dialog.ts'
import { StepsPanelElement } from './steps-panel.ts'

/** In display order. */
const devtoolsPanels = ['streams', 'projections', 'steps', 'requests', 'record', 'faults', 'snapshots', 'clock'] as const
export type DevtoolsPanelName = (typeof devtoolsPanels)[number]

/** The panel of a name that was kept; the first one where there is none. */
const panelNamed = (name: string | null): DevtoolsPanelName => devtoolsPanels.find((known) => known === name) ?? 'streams'

const views: Readonly<Record<DevtoolsPanelName, (inspected: InspectedStore) => TemplateResult>> = {
  streams: ({ session }) => html`<rillbox-stream-browser .session=${session}></rillbox-stream-browser>`,
  // An edited query is run from the editor beside the projection that it becomes.
  projections: ({ session }) => html`
    <rillbox-projection-panel .session=${session}></rillbox-projection-panel>
    <rillbox-query-editor .session=${session}></rillbox-query-editor>
  `,
  steps: ({ session }) => html`<rillbox-devtools-steps .session=${session}></rillbox-devtools-steps>`,
  requests: ({ session }) => html`<rillbox-request-panel .session=${session}></rillbox-request-panel>`,
  record: ({ session, name }) => html`<rillbox-devtools-record .session=${session} .store=${name}></rillbox-devtools-record>`,
  faults: ({ session }) => html`<rillbox-devtools-faults .session=${session}></rillbox-devtools-faults>`,
  snapshots: ({ session, name }) => html`<rillbox-devtools-snapshots .session=${session} .store=${name}></rillbox-devtools-snapshots>`,
  clock: ({ session }) => html`<rillbox-devtools-clock .session=${session}></rillbox-devtools-clock>`,
}

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
            ${views[name](chosen)}
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

export function definePanels(): void {
  define('rillbox-devtools-faults', FaultPanelElement)
  define('rillbox-devtools-record', RecordPanelElement)
  define('rillbox-devtools-snapshots', SnapshotPanelElement)
  define('rillbox-devtools-compare', CompareSnapshotsElement)
  define('rillbox-devtools-clock', ClockPanelElement)
  define('rillbox-devtools-playground', PlaygroundDialogElement)
  define('rillbox-devtools-steps', StepsPanelElement)
}
