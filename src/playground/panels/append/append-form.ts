// <rillbox-append-form>: appends events to a stream with one request, and shows the server's answer unchanged.

import { defaultRelease } from '../../../base/release/releases.ts'
import { html, nothing } from 'lit'
import { streamPath } from '../../../base/paths.ts'
import type { SentRequest } from '../../../renderings/request.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { streams as texts } from '../../strings/english/streams.ts'
import { oneEach } from '../../kit/one-each.ts'
import { KeptFocus } from '../../kit/kept-focus.ts'
import { given, typed, withState } from '../../kit/with-state.ts'
import { asNew, beginWith, changeEvent, newDraft, withAnotherEvent, withType, withoutEvent } from './append-draft.ts'
import type { AppendDraft, EventDraft, Expectation, FieldFault, FieldId } from './append-request.ts'
import { appendRequest, expectations, faultsOf } from './append-request.ts'
import { answerShown, faultSummary, jsonField, textField } from './form-parts.ts'
import type { KnownType } from '../../model/streams/known-types.ts'
import { readKnownTypes } from '../../model/streams/known-types.ts'
import { onText } from '../../kit/fields.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { StreamFormElement } from './stream-form.ts'

/** What readers wrote and did not send, by stream: closing the form loses nothing. */
const unsentOf = oneEach((_session: PlaygroundSession) => new Map<string, AppendDraft>())

/** Types offered as buttons; the field offers all of them. */
const mostButtons = 6

export class AppendFormElement extends withState(StreamFormElement, {
  draft: given<AppendDraft>(),
  /** Types of earlier events. */
  known: typed<readonly KnownType[]>([]),
  faults: typed<readonly FieldFault[]>([]),
}) {
  constructor() {
    super()
    this.addController(new KeptFocus(this))
  }

  protected override begin(): void {
    const { session, stream } = this
    const kept = session && unsentOf(session).get(stream)
    this.draft = kept ?? newDraft(stream)
    void this.#readTypes(kept === undefined)
  }

  /** @param begins whether the first event takes the type and data of the newest one. */
  async #readTypes(begins: boolean): Promise<void> {
    const { session, stream } = this
    if (!session?.store) return
    const known = await readKnownTypes(session.store, this.draft.stream)
    if (session !== this.session || stream !== this.stream) return
    this.known = known
    if (begins) this.draft = changeEvent(this.draft, 0, (event) => beginWith(event, known))
  }

  protected override render() {
    const { draft, known } = this
    const { events } = draft
    return html`<form novalidate @submit=${this.#submit}>
      <datalist id="types">${known.map(({ type }) => html`<option value=${type}></option>`)}</datalist>
      ${this.#text('stream', texts.stream)} ${events.map((event, index) => this.#event(event, index))}
      <div class="row end">
        <div class="field">
          <label for="expectation">${texts.expectedVersion}</label>
          <select id="expectation" @change=${onText<Expectation>((value) => this.#edit({ ...this.draft, expectation: value }))}>
            ${expectations.map(
              (each) => html`<option value=${each} ?selected=${each === draft.expectation}>${texts.expectations[each]}</option>`,
            )}
          </select>
        </div>
        ${draft.expectation === 'number' ? this.#text('version', texts.lastNumber, 'numeric') : nothing}
      </div>
      <details>
        <summary>${texts.request}</summary>
        ${
          faultsOf(draft).length === 0
            ? html`<rillbox-snippets .request=${this.#request()}></rillbox-snippets>`
            : html`<p class="muted">${texts.requestLater}</p>`
        }
      </details>
      <div class="foot">
        ${faultSummary(this.faults)} ${answerShown(this.answer)}
        <div class="flow">
          <button class="primary" aria-disabled=${this.sending}>${texts.appendEvents(events.length)}</button>
          <button type="button" @click=${this.#addEvent}>${texts.addEvent}</button>
        </div>
      </div>
    </form>`
  }

  #event(event: EventDraft, index: number) {
    const json = (name: 'data' | 'metadata', label: string, rows: number, hint?: string) => {
      const id = `${name}-${index}` as const
      const edit = (text: string): void => this.#edit(changeEvent(this.draft, index, (each) => ({ ...each, [name]: text })))
      return jsonField({ id, label, hint, rows, value: event[name], fault: this.#fault(id), edit })
    }
    const source = this.known.find(({ type, data }) => type === event.type && (data ?? '') === event.data)
    const hint = source && source.data !== undefined ? texts.prefilled(visibleLine(source.event)) : undefined
    const content = html`
      ${this.#type(event, index)} ${json('data', texts.dataJson, 5, hint)}
      <details ?open=${this.#fault(`metadata-${index}`) !== undefined}>
        <summary>${texts.metadata}</summary>
        ${json('metadata', texts.metadataJson, 3)}
      </details>
    `
    if (this.draft.events.length === 1) return content
    return html`<fieldset class="event">
      <legend>${texts.eventOf(index + 1)}</legend>
      ${content}
      <button type="button" class="small remove" @click=${() => this.#edit(withoutEvent(this.draft, index))}>
        ${texts.removeEvent(index + 1)}
      </button>
    </fieldset>`
  }

  /** The type of an event, with those of earlier ones. */
  #type(event: EventDraft, index: number) {
    const { known } = this
    const id = `type-${index}` as const
    const edit = (type: string): void => this.#edit(changeEvent(this.draft, index, (each) => withType(each, type, known)))
    const button = ({ type }: KnownType) => {
      const shown = visibleLine(type)
      const isChosen = type === event.type
      return html`<button type="button" class="small type cut" aria-pressed=${isChosen} title=${shown} @click=${() => edit(type)}>
        ${shown}
      </button>`
    }
    return html`
      ${textField({ id, label: texts.eventType, list: 'types', value: event.type, fault: this.#fault(id), edit })}
      ${known.length === 0 ? nothing : html`<div class="types flow" role="group" aria-label=${texts.knownTypes}>${known.slice(0, mostButtons).map(button)}</div>`}
    `
  }

  #fault(field: FieldId): FieldFault | undefined {
    return this.faults.find((each) => each.field === field)
  }

  #text(field: 'stream' | 'version', label: string, mode: 'text' | 'numeric' = 'text') {
    return textField({
      id: field,
      label,
      mode,
      value: this.draft[field],
      fault: this.#fault(field),
      edit: (value) => this.#edit({ ...this.draft, [field]: value }),
      ...(field === 'stream' && { leave: () => void this.#readTypes(true) }),
    })
  }

  /** The request as the form would send it. */
  #request(): SentRequest {
    const { draft, session } = this
    const { headers, body } = appendRequest(draft, this.session?.store?.release ?? defaultRelease)
    return {
      method: 'POST',
      url: `${session?.address ?? ''}${streamPath(draft.stream)}`,
      headers: [['Authorization', `Basic ${btoa('admin:changeit')}`], ...Object.entries(headers)],
      body,
    }
  }

  #edit(draft: AppendDraft): void {
    this.draft = draft
    if (this.session) unsentOf(this.session).set(this.stream, draft)
    // Re-checks only fields already reported, so that no new error appears while the reader types.
    const found = new Set(this.faults.map(({ field }) => field))
    if (found.size > 0) this.faults = faultsOf(draft).filter(({ field }) => found.has(field))
  }

  readonly #addEvent = async (): Promise<void> => {
    this.#edit(withAnotherEvent(this.draft))
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>(`#type-${this.draft.events.length - 1}`)?.focus()
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
      this.#show(first.field)
      return
    }
    const isDone = await this.send((_session, { release }) => session.send('POST', streamPath(draft.stream), appendRequest(draft, release)))
    void this.updateComplete.then(() => this.renderRoot.querySelector('.foot')?.scrollIntoView({ block: 'nearest' }))
    if (!isDone) return
    // What the reader wrote while it was sent stays, too.
    if (this.draft === draft) unsentOf(session).delete(this.stream)
    this.draft = asNew(this.draft)
    void this.#readTypes(false)
    if (draft.stream !== session.selection.stream) session.select({ ...session.selection, stream: draft.stream, event: undefined })
  }

  #show(field: FieldId): void {
    const input = this.renderRoot.querySelector<HTMLElement>(`#${field}`)
    const folded = input?.closest('details')
    if (folded) folded.open = true
    input?.focus()
    // Its error stands below it, and must not lie behind the buttons.
    const place = input?.closest<HTMLElement>('.field')
    const foot = this.renderRoot.querySelector<HTMLElement>('.foot')
    place?.style.setProperty('scroll-margin-block-end', `${foot && getComputedStyle(foot).position === 'sticky' ? foot.offsetHeight : 0}px`)
    place?.scrollIntoView({ block: 'nearest' })
  }
}
