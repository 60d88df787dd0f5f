// <rillbox-request>: a request of a page with a button that sends it; what is behind the button loads with the first click.

import type { PropertyDeclarations } from 'lit'
import { LitElement, css, html } from 'lit'
import { frame as texts } from '../strings/english/frame.ts'
import { theme } from '../kit/style/theme.ts'

export class RillboxRequest extends LitElement {
  static override properties: PropertyDeclarations = { view: { attribute: false } }
  /** The bar has the height that the styles of a page keep free for it. */
  static override styles = [
    theme,
    css`
      .bar {
        gap: 0.25rem 0.75rem;
        min-height: 2.75rem;
      }
    `,
  ]

  /** What is rendered once a request of the page was sent. */
  declare view: (() => unknown) | undefined
  /** Called when the element leaves the page. */
  left: (() => void) | undefined

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.left?.()
  }

  protected override render(): unknown {
    return (
      this.view?.() ??
      html`<slot></slot>
        <div class="bar flow" part="bar"><button class="primary" part="button" @click=${this.#send}>${texts.send}</button></div>
        <slot name="answer"></slot>`
    )
  }

  async #send(): Promise<void> {
    const { sendFirst } = await import('./page-requests.ts')
    await sendFirst(this)
  }
}
