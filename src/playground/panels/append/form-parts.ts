// Renders the parts that the stream forms share: the server's answer, and fields with their faults.

import { html, nothing } from 'lit'
import { streams as texts } from '../../strings/english/streams.ts'
import type { Answer } from './answer.ts'
import type { FieldFault } from './append-request.ts'
import { onText } from '../../kit/fields.ts'

type Fault = Omit<FieldFault, 'field'>

/** Two live regions: success is announced politely, failure at once. */
export function answerShown(answer: Answer | undefined) {
  const text = (shown: Answer) =>
    html`<div class="answer fine ${shown.ok ? '' : 'refused'}">
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

/** Stands beside the button, where the faults themselves may be out of sight. */
export const faultSummary = (faults: readonly FieldFault[]) =>
  html`<p class="summary danger fine" role="status">${faults.length > 0 ? texts.problems(faults.length) : nothing}</p>`

export interface TextField {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly fault: Fault | undefined
  readonly mode?: 'text' | 'numeric'
  /** Id of a list of values. */
  readonly list?: string
  readonly edit: (value: string) => void
  /** Called once the reader is done with the field. */
  readonly leave?: () => void
}

export const textField = ({ id, label, value, fault, mode = 'text', list, edit, leave }: TextField) =>
  html`<div class="field">
    <label for=${id}>${label}</label>
    <input
      id=${id}
      inputmode=${mode}
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      list=${list ?? nothing}
      aria-invalid=${fault !== undefined}
      aria-describedby="${id}-fault"
      .value=${value}
      @input=${onText(edit)}
      @change=${leave ?? nothing}
    />
    ${faultShown(id, fault)}
  </div>`

export interface JsonField {
  readonly id: string
  readonly label: string
  /** A line below the label. */
  readonly hint?: string | undefined
  readonly rows: number
  readonly value: string
  readonly fault: Fault | undefined
  readonly readonly?: boolean
  readonly edit: (value: string) => void
}

export function jsonField({ id, label, hint, rows, value, fault, readonly = false, edit }: JsonField) {
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${hint === undefined ? nothing : html`<p class="tiny muted">${hint}</p>`}
    <textarea
      id=${id}
      rows=${rows}
      spellcheck="false"
      autocapitalize="off"
      aria-invalid=${fault !== undefined}
      aria-describedby="${id}-fault"
      ?readonly=${readonly}
      .value=${value}
      @input=${onText(edit)}
    ></textarea>
    ${faultShown(id, fault)}
  </div>`
}

/** @param id of the field. */
function faultShown(id: string, fault: Fault | undefined) {
  return html`<div id="${id}-fault" role="status">
    ${
      fault
        ? html`<p class="fault danger fine">
            ${fault.message}
            ${fault.place ? html`<button type="button" class="small" @click=${goTo(id, fault.place.at)}>${texts.goThere}</button>` : nothing}
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
