// <rillbox-playground>: the usual arrangement: the query and its projection, streams beside them, requests and steps below.

import type { CSSResultGroup } from 'lit'
import { html } from 'lit'
import { StoreElement } from './store-element.ts'
import { theme } from './theme.ts'

export class PlaygroundElement extends StoreElement {
  static override styles: CSSResultGroup = [theme]

  protected override render() {
    const { session } = this
    return html`
      <rillbox-query-editor .session=${session}></rillbox-query-editor>
      <rillbox-projection-panel .session=${session}></rillbox-projection-panel>
      <rillbox-stream-browser .session=${session}></rillbox-stream-browser>
      <rillbox-request-panel .session=${session}></rillbox-request-panel>
      <rillbox-stepper .session=${session}></rillbox-stepper>
    `
  }
}
