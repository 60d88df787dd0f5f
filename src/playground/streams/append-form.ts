// <rillbox-append-form>: appends an event to a stream, and shows the server's answer unchanged.

import type { PropertyDeclarations, PropertyValues } from 'lit'
import { LitElement, html, nothing } from 'lit'
import { streamPath } from '../../engine/paths.ts'
import type { PlaygroundSession } from '../session/session.ts'
import { theme } from '../ui-kit/theme.ts'
import type { Answer } from './answer.ts'
import { answerTo } from './answer.ts'
import type { AppendDraft, Expectation, FieldFault } from './append-request.ts'
import { appendRequest, expectations, faultsOf } from './append-request.ts'
import { answerShown, faultShown, jsonField } from './form-parts.ts'
import { formStyles } from './form-styles.ts'

const expectationNames: Readonly<Record<Expectation, string>> = {
  any: 'any',
  'no-stream': 'no stream',
  'stream-exists': 'stream exists',
  number: 'a number …',
}

export class AppendFormElement extends LitElement {
  static override properties: PropertyDeclarations = {
    session: { attribute: false },
    stream: { type: String },
    draft: { state: true },
    faults: { state: true },
    answer: { state: true },
    sending: { state: true },
  }
  static override styles = [theme, formStyles]

  declare session: PlaygroundSession | undefined
  /** Initial value of the stream field. */
  declare stream: string
  declare protected draft: AppendDraft
  declare protected faults: readonly FieldFault[]
  declare protected answer: Answer | undefined
  declare protected sending: boolean

  constructor() {
    super()
    this.stream = ''
    this.draft = { stream: '', type: '', data: '{\n  \n}', metadata: '', expectation: 'any', version: '' }
    this.faults = []
    this.sending = false
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('stream')) this.draft = { ...this.draft, stream: this.stream }
  }

  protected override render() {
    const { draft, faults } = this
    const fault = (field: FieldFault['field']) => faults.find((each) => each.field === field)
    return html`<form novalidate @submit=${this.#submit}>
      <div class="row">${this.#text('stream', 'Stream', fault('stream'))} ${this.#text('type', 'Event type', fault('type'))}</div>
      ${jsonField({ id: 'data', label: 'Data (JSON)', rows: 5, value: draft.data, fault: fault('data'), edit: (data) => this.#edit({ data }) })}
      <details ?open=${fault('metadata') !== undefined}>
        <summary>Metadata</summary>
        ${jsonField({
          id: 'metadata',
          label: 'Metadata (JSON)',
          rows: 3,
          value: draft.metadata,
          fault: fault('metadata'),
          edit: (metadata) => this.#edit({ metadata }),
        })}
      </details>
      <div class="row">
        <div class="field">
          <label for="expectation">Expected version</label>
          <select
            id="expectation"
            @change=${(event: Event) => this.#edit({ expectation: (event.target as HTMLSelectElement).value as Expectation })}
          >
            ${expectations.map((each) => html`<option value=${each} ?selected=${each === draft.expectation}>${expectationNames[each]}</option>`)}
          </select>
        </div>
        ${draft.expectation === 'number' ? this.#text('version', 'Number of the last event', fault('version'), 'numeric') : nothing}
      </div>
      <div class="buttons"><button class="primary" ?disabled=${this.sending}>Append event</button></div>
      ${answerShown(this.answer)}
    </form>`
  }

  #text(field: 'stream' | 'type' | 'version', label: string, fault: FieldFault | undefined, mode: 'text' | 'numeric' = 'text') {
    return html`<div class="field">
      <label for=${field}>${label}</label>
      <input
        id=${field}
        inputmode=${mode}
        autocomplete="off"
        spellcheck="false"
        aria-invalid=${fault !== undefined}
        aria-describedby="${field}-fault"
        .value=${this.draft[field]}
        @input=${(event: Event) => this.#edit({ [field]: (event.target as HTMLInputElement).value })}
      />
      ${faultShown(field, fault)}
    </div>`
  }

  #edit(change: Partial<AppendDraft>): void {
    this.draft = { ...this.draft, ...change }
    // Re-checks only fields already reported, so that no new error appears while the reader types.
    const found = new Set(this.faults.map(({ field }) => field))
    if (found.size > 0) this.faults = faultsOf(this.draft).filter(({ field }) => found.has(field))
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault()
    const { session, draft } = this
    if (!session || this.sending) return
    this.faults = faultsOf(draft)
    this.answer = undefined
    const [first] = this.faults
    if (first) {
      await this.updateComplete
      this.renderRoot.querySelector<HTMLElement>(`#${first.field}`)?.focus()
      return
    }
    this.sending = true
    this.answer = await answerTo(session.send('POST', streamPath(draft.stream), appendRequest(draft, crypto.randomUUID())))
    this.sending = false
    if (this.answer.ok && draft.stream !== session.selection.stream)
      session.select({ ...session.selection, stream: draft.stream, event: undefined })
  }
}
