// Asks the playground around a panel to open another panel.

import type { PanelName } from './arrangement.ts'

export class PanelRequestEvent extends Event {
  static readonly type = 'rillbox-panel'
  readonly panel: PanelName

  constructor(panel: PanelName) {
    super(PanelRequestEvent.type, { bubbles: true, composed: true })
    this.panel = panel
  }
}
