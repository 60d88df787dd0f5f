// <rillbox-request-panel>: shows every exchange with the store, to copy.

import { html } from 'lit'
import { ConnectedElement } from './connected.ts'
import { theme } from './theme.ts'

export class RequestPanelElement extends ConnectedElement {
  static override styles = [theme]

  protected override render() {
    return html`<p>${this.session?.phase.kind}</p>`
  }
}
