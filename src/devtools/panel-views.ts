// Names the panels of the drawer, and renders each: the playground's own, and those that only developer tools have.

import type { TemplateResult } from 'lit'
import { html } from 'lit'
import type { InspectedStore } from './inspected-store.ts'

/** In display order. */
export const devtoolsPanels = ['streams', 'projections', 'steps', 'requests', 'record', 'faults', 'snapshots', 'clock'] as const
export type DevtoolsPanelName = (typeof devtoolsPanels)[number]

/** The panel of a name that was kept; the first one where there is none. */
export const panelNamed = (name: string | null): DevtoolsPanelName => devtoolsPanels.find((known) => known === name) ?? 'streams'

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

export const panelView = (name: DevtoolsPanelName, inspected: InspectedStore) => views[name](inspected)
