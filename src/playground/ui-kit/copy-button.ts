// <rillbox-copy>: a button that copies a text, and says whether it could.

import { LitElement, css, html } from 'lit'
import { theme } from './theme.ts'

/** How long the button says what it did. */
const shownFor = 2_000

export class CopyButtonElement extends LitElement {
  static override properties = {
    text: { attribute: false },
    label: { type: String },
    what: { type: String },
    outcome: { state: true },
  }
  static override styles = [
    theme,
    css`
      :host {
        display: inline-block;
      }
      button {
        min-height: 24px;
        padding: 0 0.5rem;
        font-size: 0.75rem;
        background: var(--_background);
      }
    `,
  ]

  /** What is copied; a function where it is expensive to make. */
  declare text: string | (() => string)
  /** What the button shows. */
  declare label: string
  /** What is copied, for those who do not see where the button stands, e.g. `response body`. */
  declare what: string
  declare protected outcome: 'copied' | 'refused' | undefined

  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.text = ''
    this.label = 'Copy'
    this.what = ''
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#timer)
    this.outcome = undefined
  }

  protected override render() {
    const said = this.outcome === undefined ? '' : this.outcome === 'copied' ? 'Copied' : 'The browser refused'
    return html`
      <button part="button" type="button" aria-label=${this.what ? `${this.label} ${this.what}` : this.label} @click=${this.#copy}>
        ${said || this.label}
      </button>
      <span class="visually-hidden" role="status">${said}</span>
    `
  }

  async #copy(): Promise<void> {
    const text = typeof this.text === 'function' ? this.text() : this.text
    try {
      await navigator.clipboard.writeText(text)
      this.outcome = 'copied'
    } catch {
      // No permission, or a page without one: whoever sees the text can still select it.
      this.outcome = 'refused'
    }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.outcome = undefined
    }, shownFor)
  }
}
