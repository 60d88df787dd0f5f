// Asks the playground around a panel to open another panel.

import type { PanelName } from './arrangement.ts'

export const panelRequest = 'rillbox-panel'

export const askForPanel = (from: Element, panel: PanelName): boolean =>
  from.dispatchEvent(new CustomEvent(panelRequest, { bubbles: true, composed: true, detail: panel }))
