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
  /** Text of the button. Default: that it copies. */
  label: later<string>(),
  /** The thing to copy, for screen readers, e.g. `response body`. */
  what: '',
  outcome: later<'copied' | 'refused'>(),
}) {
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

  readonly #pause = new Pause()

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#pause.end()
    this.outcome = undefined
  }

  protected override render() {
    const { label = texts.copy, what } = this
    const said = this.outcome === undefined ? '' : this.outcome === 'copied' ? texts.copied : texts.copyingFailed
    return html`
      <button class="small" part="button" type="button" aria-label=${what ? texts.copyThing(label, what) : label} @click=${this.#copy}>
        ${said || label}
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
