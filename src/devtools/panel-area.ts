// Shows one of several stores in panels behind tabs: the content of the drawer, and of the workbench of a served store.

import type { TemplateResult } from 'lit'
import { html, nothing } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { tabBar, tabId } from '../playground/frame/tab-bar.ts'
import type { Trouble } from '../playground/model/trouble.ts'
import { devtools as texts } from '../playground/strings/english/devtools.ts'
import type { InspectedStore } from './inspected-store.ts'
import type { DevtoolsPanelName } from './panel-views.ts'
import { devtoolsPanels, panelView } from './panel-views.ts'

export interface PanelArea {
  readonly stores: readonly InspectedStore[]
  readonly chosen: InspectedStore | undefined
  readonly panel: DevtoolsPanelName
  /** Whether the playground's panels are defined: they come with the first session, and must not be rendered before. */
  readonly hasPanels: boolean
  /** Panels that have been visible; the others are not rendered yet. */
  readonly met: Set<DevtoolsPanelName>
  readonly choose: (store: InspectedStore | undefined) => void
  readonly open: (panel: DevtoolsPanelName) => void
  /** Opens the session again, after a failure. */
  readonly retry: () => void
}

/** Nothing where there is no choice. */
export function storeChooser({ stores, chosen, choose }: PanelArea) {
  if (stores.length < 2) return nothing
  const onChange = (event: Event): void => choose(stores[(event.target as HTMLSelectElement).selectedIndex])
  return html`<select class="chooser" aria-label=${texts.store} @change=${onChange}>
    ${stores.map((each) => html`<option .selected=${each === chosen}>${each.name}</option>`)}
  </select>`
}

export function panelTabs({ chosen, panel, met, open }: PanelArea): TemplateResult {
  const faults = chosen?.store.faults.rules.length ?? 0
  return tabBar({
    label: texts.panelTabs,
    tabs: devtoolsPanels,
    labels: texts.panels,
    open: panel,
    panelOf: (name) => (met.has(name) && chosen ? name : undefined),
    countOf: (name) => (name === 'faults' && faults > 0 ? { count: faults, meaning: texts.faultsInForce(faults) } : undefined),
    choose: open,
  })
}

export function openPanels({ panel, met, hasPanels, retry }: PanelArea, chosen: InspectedStore) {
  const { phase } = chosen.session
  if (phase.kind === 'failed') return failureView(phase.trouble, retry)
  if (!hasPanels) return html`<p class="empty" role="status">${texts.opening}</p>`
  met.add(panel)
  const panels = devtoolsPanels.map((name) =>
    met.has(name)
      ? html`<div class="panel ${name}" id=${name} role="tabpanel" aria-labelledby=${tabId(name)} ?hidden=${name !== panel}>
          ${panelView(name, chosen)}
        </div>`
      : nothing,
  )
  // Panels of their own for each store: what one of them still does is no news of the other.
  return keyed(chosen, panels)
}

const failureView = ({ what, hint }: Trouble, retry: () => void) =>
  html`<div class="empty" role="alert">
    <p><strong>${what}</strong> ${hint}</p>
    <button type="button" @click=${retry}>${texts.tryAgain}</button>
  </div>`
