// <rillbox-copy>: a button that copies a text, and reports the outcome.

import { LitElement, css, html } from 'lit'
import { kit as texts } from '../strings/english/kit.ts'
import { Pause } from './pause.ts'
import { theme } from './style/theme.ts'
import { later, typed, withState } from './with-state.ts'

/** Milliseconds for which the button shows the outcome. */
const shownFor = 2_000

export class CopyButtonElement extends withState(LitElement, {
  /** The text to copy; a function if it is expensive to create. */
  text: typed<string | (() => string | Promise<string>)>(''),
  outcome: later<'copied' | 'refused'>(),
}) {
  static override properties = { label: { type: String }, what: { type: String } }
  static override styles = [
    theme,
    css`
      :host {
        display: inline-block;
      }
      button {
        background: var(--_background);
      }
    `,
  ]

  /** Text of the button. */
  declare label: string
  /** The thing to copy, for screen readers, e.g. `response body`. */
  declare what: string

  readonly #pause = new Pause()

  constructor() {
    super()
    this.label = texts.copy
    this.what = ''
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#pause.end()
    this.outcome = undefined
  }

  protected override render() {
    const said = this.outcome === undefined ? '' : this.outcome === 'copied' ? texts.copied : texts.copyingFailed
    return html`
      <button
        class="small"
        part="button"
        type="button"
        aria-label=${this.what ? texts.copyThing(this.label, this.what) : this.label}
        @click=${this.#copy}
      >
        ${said || this.label}
      </button>
      <span class="visually-hidden" role="status">${said}</span>
    `
  }

  async #copy(): Promise<void> {
    const text = typeof this.text === 'function' ? this.text() : this.text
    try {
      await (typeof text === 'string' ? navigator.clipboard.writeText(text) : writeLater(text))
      this.outcome = 'copied'
    } catch {
      // No permission, or no clipboard: the reader can still select the text.
      this.outcome = 'refused'
    }
    this.#pause.begin(shownFor, () => (this.outcome = undefined))
  }
}

/** A browser that forgets the click before the text is there takes its promise. */
async function writeLater(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return await navigator.clipboard.writeText(await text)
  const blob = text.then((written) => new Blob([written], { type: 'text/plain' }))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}
