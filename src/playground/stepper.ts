// <rillbox-stepper>: shows a query's way over the events, step by step.

import { html } from 'lit'
import { ConnectedElement } from './connected.ts'
import { theme } from './theme.ts'

export class StepperElement extends ConnectedElement {
  static override styles = [theme]

  protected override render() {
    return html`<p>${this.session?.phase.kind}</p>`
  }
}
