// <rillbox-query-editor>: shows the query that is being written.

import { html } from 'lit'
import { ConnectedElement } from './connected.ts'
import { theme } from './theme.ts'

export class QueryEditorElement extends ConnectedElement {
  static override styles = [theme]

  protected override render() {
    return html`<p>${this.session?.phase.kind}</p>`
  }
}
