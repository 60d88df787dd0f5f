// <rillbox-stream-metadata>: shows and writes a stream's metadata as JSON.

import { defaultRelease } from '../../../base/release/releases.ts'
import { headerName } from '../../../base/release/spelling.ts'
import type { PropertyValues } from 'lit'
import { LitElement, html, nothing } from 'lit'
import { streamPath } from '../../../base/paths.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { jsonFaultText } from '../../kit/json/json-problem.ts'
import { streams as texts } from '../../strings/english/streams.ts'
import { theme } from '../../kit/style/theme.ts'
import { later, withState } from '../../kit/with-state.ts'
import type { Answer } from '../append/answer.ts'
import { answerTo } from '../append/answer.ts'
import { answerShown, jsonField } from '../append/form-parts.ts'
import { formStyles } from '../append/form-styles.ts'
import { readMetadata } from '../../model/streams/read-events.ts'

export class StreamMetadataElement extends withState(LitElement, {
  session: later<PlaygroundSession>(),
  stream: '',
  /** Undefined until read. */
  text: later<string>(),
  answer: later<Answer>(),
  sending: false,
}) {
  static override styles = [theme, formStyles]

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('stream') || changed.has('session')) void this.#read()
  }

  async #read(): Promise<void> {
    const { session, stream } = this
    if (!session?.store) return
    const text = await readMetadata(session.store, stream)
    if (stream === this.stream) this.text = text?.trim() ? text : '{}'
  }

  protected override render() {
    if (this.stream.startsWith('$$')) return html`<p class="muted">${texts.isMetastream(visibleLine(this.stream.slice(2)))}</p>`
    if (this.text === undefined) return html`<p class="muted">${texts.loading}</p>`
    const readonly = this.session?.readonly ?? true
    return html`<form @submit=${this.#submit}>
      ${jsonField({
        id: 'metadata',
        label: texts.metadataOf(visibleLine(this.stream)),
        rows: 6,
        value: this.text,
        fault: jsonFaultText(this.text),
        readonly,
        edit: (text) => (this.text = text),
      })}
      <details>
        <summary>${texts.understood}</summary>
        <dl>
          ${Object.entries(texts.metadataNames).map(
            ([name, meaning]) =>
              html`<dt><code>${name}</code></dt>
                <dd>${meaning}</dd>`,
          )}
        </dl>
      </details>
      ${readonly ? nothing : html`<div class="flow"><button class="primary" aria-disabled=${this.sending}>${texts.writeMetadata}</button></div>`}
      ${answerShown(this.answer)}
    </form>`
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault()
    const { session, stream, text = '' } = this
    if (!session || this.sending || session.readonly) return
    this.answer = undefined
    if (jsonFaultText(text)) {
      this.renderRoot.querySelector('textarea')?.focus()
      return
    }
    this.sending = true
    const headers = {
      'Content-Type': 'application/json',
      [headerName(session.store?.release ?? defaultRelease, 'eventId')]: crypto.randomUUID(),
    }
    this.answer = await answerTo(session.send('POST', `${streamPath(stream)}/metadata`, { headers, body: text }))
    this.sending = false
  }
}
