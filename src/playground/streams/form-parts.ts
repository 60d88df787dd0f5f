// Renders the parts that the stream forms share: the server's answer, and a JSON field with its fault.

import { html, nothing } from 'lit'
import type { Answer } from './answer.ts'
import type { FieldFault } from './append-request.ts'

/** Two live regions: success is announced politely, failure at once. */
export function answerShown(answer: Answer | undefined) {
  const text = (shown: Answer) =>
    html`<div class="answer ${shown.ok ? '' : 'refused'}">
      <strong>${shown.text}</strong>
      ${shown.more.map((line) => html`<code>${line}</code>`)}
    </div>`
  return html`
    <div class="answers" part="answer">
      <div role="status">${answer?.ok ? text(answer) : nothing}</div>
      <div role="alert">${answer && !answer.ok ? text(answer) : nothing}</div>
    </div>
  `
}

export interface JsonField {
  readonly id: string
  readonly label: string
  readonly rows: number
  readonly value: string
  readonly fault: Omit<FieldFault, 'field'> | undefined
  readonly readonly?: boolean
  readonly edit: (value: string) => void
}

export function jsonField({ id, label, rows, value, fault, readonly = false, edit }: JsonField) {
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <textarea
      id=${id}
      rows=${rows}
      spellcheck="false"
      autocapitalize="off"
      aria-invalid=${fault !== undefined}
      aria-describedby="${id}-fault"
      ?readonly=${readonly}
      .value=${value}
      @input=${(event: Event) => edit((event.target as HTMLTextAreaElement).value)}
    ></textarea>
    ${faultShown(id, fault)}
  </div>`
}

/** @param id of the field. */
export function faultShown(id: string, fault: Omit<FieldFault, 'field'> | undefined) {
  return html`<div id="${id}-fault" role="status">
    ${
      fault
        ? html`<p class="fault">
            ${fault.message} ${fault.place ? html`<button type="button" @click=${goTo(id, fault.place.at)}>Go there</button>` : nothing}
          </p>`
        : nothing
    }
  </div>`
}

/** Moves the caret to the fault. */
const goTo = (id: string, at: number) => (event: Event) => {
  const area = ((event.target as Element).getRootNode() as ShadowRoot).getElementById(id) as HTMLTextAreaElement
  area.focus()
  area.setSelectionRange(at, at + 1)
}
