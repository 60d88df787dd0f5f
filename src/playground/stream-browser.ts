// <rillbox-stream-browser>: shows streams, their events, and a form to append.

import { html } from 'lit'
import { ConnectedElement } from './connected.ts'
import { theme } from './theme.ts'

export class StreamBrowserElement extends ConnectedElement {
  static override styles = [theme]

  protected override render() {
    return html`<p>${this.session?.phase.kind}</p>`
  }
}
