// <rillbox-projection-panel>: shows the projection's status, state and result.

import { html } from 'lit'
import { ConnectedElement } from './connected.ts'
import { theme } from './theme.ts'

export class ProjectionPanelElement extends ConnectedElement {
  static override styles = [theme]

  protected override render() {
    return html`<p>${this.session?.phase.kind}</p>`
  }
}
