// <rillbox-stream-metadata>: shows and writes a stream's metadata as JSON.

import type { PropertyDeclarations, PropertyValues } from 'lit'
import { LitElement, html, nothing } from 'lit'
import { streamPath } from '../../engine/paths.ts'
import type { PlaygroundSession } from '../session/session.ts'
import { theme } from '../ui-kit/theme.ts'
import type { Answer } from './answer.ts'
import { answerTo } from './answer.ts'
import { jsonFault } from './append-request.ts'
import { answerShown, jsonField } from './form-parts.ts'
import { formStyles } from './form-styles.ts'
import { readMetadata } from './read-events.ts'

export class StreamMetadataElement extends LitElement {
  static override properties: PropertyDeclarations = {
    session: { attribute: false },
    stream: { type: String },
    text: { state: true },
    answer: { state: true },
    sending: { state: true },
  }
  static override styles = [theme, formStyles]

  declare session: PlaygroundSession | undefined
  declare stream: string
  /** Undefined until read. */
  declare protected text: string | undefined
  declare protected answer: Answer | undefined
  declare protected sending: boolean

  constructor() {
    super()
    this.stream = ''
    this.sending = false
  }

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
    if (this.stream.startsWith('$$'))
      return html`<p class="muted">This is a metastream: its events are the metadata of ${this.stream.slice(2)}.</p>`
    if (this.text === undefined) return html`<p class="muted">Loading …</p>`
    const readonly = this.session?.readonly ?? true
    return html`<form @submit=${this.#submit}>
      ${jsonField({
        id: 'metadata',
        label: `Metadata of ${this.stream} (JSON)`,
        rows: 6,
        value: this.text,
        fault: jsonFault(this.text),
        readonly,
        edit: (text) => (this.text = text),
      })}
      <details>
        <summary>Metadata that the store understands</summary>
        <dl>
          <dt><code>$maxCount</code></dt>
          <dd>The number of newest events that can be read.</dd>
          <dt><code>$maxAge</code></dt>
          <dd>The age in seconds after which events can no longer be read.</dd>
          <dt><code>$tb</code></dt>
          <dd>The first event number that can be read (truncate before). A soft delete sets it to the largest possible number.</dd>
          <dt><code>$cacheControl</code></dt>
          <dd>The seconds for which clients may cache the newest page.</dd>
          <dt><code>$acl</code></dt>
          <dd>
            Who may read (<code>$r</code>), write (<code>$w</code>), delete (<code>$d</code>), and read and write this metadata
            (<code>$mr</code>, <code>$mw</code>): a user or group, or a list.
          </dd>
        </dl>
      </details>
      ${readonly ? nothing : html`<div class="buttons"><button class="primary" ?disabled=${this.sending}>Write metadata</button></div>`}
      ${answerShown(this.answer)}
    </form>`
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault()
    const { session, stream, text = '' } = this
    if (!session || this.sending || session.readonly) return
    this.answer = undefined
    if (jsonFault(text)) {
      this.renderRoot.querySelector('textarea')?.focus()
      return
    }
    this.sending = true
    const headers = { 'Content-Type': 'application/json', 'ES-EventId': crypto.randomUUID() }
    this.answer = await answerTo(session.send('POST', `${streamPath(stream)}/metadata`, { headers, body: text }))
    this.sending = false
  }
}
