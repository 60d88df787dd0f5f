// <rillbox-stream-metadata>: shows and writes a stream's metadata as JSON.

import { headerName } from '../../../base/release/spelling.ts'
import { html, nothing } from 'lit'
import { streamPath } from '../../../base/paths.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { jsonFaultText } from '../../kit/json/json-problem.ts'
import { streams as texts } from '../../strings/english/streams.ts'
import { later, withState } from '../../kit/with-state.ts'
import { answerShown, jsonField } from '../append/form-parts.ts'
import { readMetadata } from '../../model/streams/read-events.ts'
import { StreamFormElement } from '../append/stream-form.ts'

export class StreamMetadataElement extends withState(StreamFormElement, {
  /** Undefined until read. */
  text: later<string>(),
}) {
  protected override begin(): void {
    void this.#read()
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
    const { stream, text = '' } = this
    if (this.sending || this.session?.readonly) return
    this.answer = undefined
    if (jsonFaultText(text)) {
      this.renderRoot.querySelector('textarea')?.focus()
      return
    }
    await this.send((session, { release }) => {
      const headers = { 'Content-Type': 'application/json', [headerName(release, 'eventId')]: crypto.randomUUID() }
      return session.send('POST', `${streamPath(stream)}/metadata`, { headers, body: text })
    })
  }
}
