// <rillbox-compare>: loads the comparison when it is first shown.

import type { PropertyDeclarations } from 'lit'
import { html } from 'lit'
import { define } from '../../kit/define.ts'
import { theme } from '../../kit/theme.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import { troubleOf } from '../../model/trouble.ts'
import { frame as texts } from '../../strings/english/frame.ts'

export class CompareElement extends ConnectedElement {
  static override properties: PropertyDeclarations = {
    isLoaded: { state: true },
    trouble: { state: true },
  }
  static override styles = [theme]

  /** An element without its class would keep the session to itself. */
  declare protected isLoaded: boolean
  declare protected trouble: string

  constructor() {
    super()
    this.isLoaded = false
    this.trouble = ''
  }

  override connectedCallback(): void {
    super.connectedCallback()
    import('./compare-view.ts').then(
      ({ CompareViewElement }) => {
        define('rillbox-compare-view', CompareViewElement)
        this.isLoaded = true
      },
      (error: unknown) => (this.trouble = troubleOf(error).what),
    )
  }

  protected override render() {
    if (this.trouble) return html`<p class="danger" role="alert">${this.trouble}</p>`
    if (!this.session?.store || !this.isLoaded) return html`<p class="muted">${texts.starting}</p>`
    return html`<rillbox-compare-view
      .session=${this.session}
      exportparts="controls, outcome, first, states, streams"
    ></rillbox-compare-view>`
  }
}
