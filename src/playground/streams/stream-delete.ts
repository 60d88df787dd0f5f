// <rillbox-stream-delete>: explains soft and hard deletes, and deletes a stream.

import type { PropertyDeclarations, PropertyValues } from 'lit'
import { LitElement, html } from 'lit'
import { streamPath } from '../../engine/paths.ts'
import type { PlaygroundSession } from '../session/session.ts'
import { theme } from '../ui-kit/theme.ts'
import type { Answer } from './answer.ts'
import { answerTo } from './answer.ts'
import { answerShown } from './form-parts.ts'
import { formStyles } from './form-styles.ts'

export class StreamDeleteElement extends LitElement {
  static override properties: PropertyDeclarations = {
    session: { attribute: false },
    stream: { type: String },
    hard: { state: true },
    answer: { state: true },
    sending: { state: true },
  }
  static override styles = [theme, formStyles]

  declare session: PlaygroundSession | undefined
  declare stream: string
  declare protected hard: boolean
  declare protected answer: Answer | undefined
  declare protected sending: boolean

  constructor() {
    super()
    this.stream = ''
    this.hard = false
    this.sending = false
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('stream')) return
    this.hard = false
    this.answer = undefined
  }

  protected override render() {
    return html`<form @submit=${this.#submit}>
      <fieldset>
        <legend>Delete ${this.stream}?</legend>
        ${this.#choice(
          false,
          'Soft delete',
          'Its events can no longer be read. The name stays free: the next append brings the stream back and continues its numbers.',
        )}
        ${this.#choice(
          true,
          'Hard delete',
          'A tombstone closes the stream for good: reads and writes get a 410, and the name can never be used again. This cannot be undone.',
        )}
      </fieldset>
      <div class="buttons">
        <button class="destructive" ?disabled=${this.sending}>${this.hard ? 'Delete for good' : 'Delete stream'}</button>
      </div>
      ${answerShown(this.answer)}
    </form>`
  }

  #choice(hard: boolean, name: string, text: string) {
    return html`<label class="choice">
      <input type="radio" name="kind" .checked=${this.hard === hard} @change=${() => (this.hard = hard)} />
      <span><strong>${name}</strong><br /><span class="muted">${text}</span></span>
    </label>`
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault()
    const { session, stream, hard } = this
    if (!session || this.sending) return
    this.sending = true
    this.answer = await answerTo(session.send('DELETE', streamPath(stream), { headers: hard ? { 'ES-HardDelete': 'true' } : {} }))
    this.sending = false
  }
}
