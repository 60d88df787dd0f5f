// <rillbox-what-if>: skips, changes or inserts events behind the steps, and shows what would have come out.

import type { PropertyValues } from 'lit'
import { html, nothing } from 'lit'
import type { TracedEvent } from '../../../engine/observe/trace.ts'
import type { Scenario } from '../../../engine/scenario/scenario.ts'
import { download } from '../../kit/download.ts'
import { jsonFaultText } from '../../kit/json/json-problem.ts'
import { theme } from '../../kit/style/theme.ts'
import { given, withState } from '../../kit/with-state.ts'
import { visibleLine, withoutBidiControls } from '../../kit/visible-text.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import { placeText } from '../../model/steps/step-texts.ts'
import { steppingOf } from '../../model/steps/stepping.ts'
import type { EventEdit } from '../../model/what-if/edits.ts'
import type { WhatIf, WhatIfAnswer } from '../../model/what-if/what-if.ts'
import { whatIfOf } from '../../model/what-if/what-if.ts'
import { stepper } from '../../strings/english/stepper.ts'
import { changeLineStyle, changeLine } from './change-line.ts'
import { whatIfStyle } from './what-if-style.ts'
import { onText, onSubmit } from '../../kit/fields.ts'
import type { PartitionDifference, RunDifference, StepDifference } from '../../model/what-if/compare-runs.ts'

export class WhatIfElement extends withState(ConnectedElement, {
  /** Of the step that is shown. */
  event: given<TracedEvent>(),
  type: '',
  data: '',
  problem: '',
}) {
  static override styles = [theme, changeLineStyle, whatIfStyle]

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed)
    const before = changed.get('event')
    if (!changed.has('event') || (before?.id === this.event.id && before.data === this.event.data)) return
    this.type = this.event.type
    this.data = this.event.data
    this.problem = ''
  }

  protected override render() {
    const { session } = this
    if (!session) return nothing
    const whatIf = whatIfOf(session)
    return html`${this.#form(whatIf)} ${whatIf.edits.length > 0 ? this.#editList(whatIf) : nothing} ${this.#answer(whatIf)}`
  }

  #form(whatIf: WhatIf) {
    const words = stepper.whatIf
    const place = placeText(this.event)
    return html`<form aria-label=${words.event(place)} @submit=${onSubmit(() => this.#write(whatIf, 'change'))}>
      <p class="muted">${words.hint}</p>
      <label
        >${words.type}
        <input class="code" autocomplete="off" spellcheck="false" .value=${this.type} @input=${onText((text) => (this.type = text))}
      /></label>
      <label
        >${words.data}
        <textarea
          class="code"
          rows="4"
          spellcheck="false"
          aria-invalid=${this.problem !== ''}
          aria-describedby="problem"
          .value=${this.data}
          @input=${onText((text) => (this.data = text))}
        ></textarea>
      </label>
      <p id="problem" class="danger" role="alert">${this.problem}</p>
      <p class="flow">
        <button type="button" @click=${() => this.#edit(whatIf, { kind: 'skip', place: placeOf(this.event) })}>${words.skip}</button>
        <button type="submit">${words.change}</button>
        <button type="button" @click=${() => this.#write(whatIf, 'insert')}>${words.insert}</button>
      </p>
    </form>`
  }

  #write(whatIf: WhatIf, kind: 'change' | 'insert'): void {
    const { event, type, data } = this
    const fault = event.isJson ? jsonFaultText(data) : undefined
    this.problem = type.trim() === '' ? stepper.whatIf.noType : (fault?.message ?? '')
    if (this.problem === '') this.#edit(whatIf, { kind, place: placeOf(event), type, data })
  }

  #edit(whatIf: WhatIf, edit: EventEdit): void {
    this.problem = ''
    const { traced } = steppingOf(this.session!)
    if (traced) void whatIf.add(edit, traced.draft)
  }

  #editList(whatIf: WhatIf) {
    const { traced } = steppingOf(this.session!)
    return html`<ul class="edits" aria-label=${stepper.whatIf.edits}>
      ${whatIf.edits.map((edit) => {
        const text = stepper.whatIf.kinds[edit.kind](placeText(edit.place))
        const remove = (): void => void (traced && whatIf.remove(edit, traced.draft))
        return html`<li class="flow">
          <span>${text}</span>
          <button type="button" class="quiet" aria-label=${stepper.whatIf.remove(text)} @click=${remove}>✕</button>
        </li>`
      })}
    </ul>`
  }

  #answer(whatIf: WhatIf) {
    const { answer } = whatIf
    return html`<div role="status">${answerText(answer)}</div>
      ${answer.kind === 'answered' ? [differenceView(answer.difference), this.#ways(whatIf, answer.scenario)] : nothing}
      ${whatIf.edits.length > 0 ? html`<button type="button" @click=${() => whatIf.discard()}>${stepper.whatIf.discard}</button>` : nothing}`
  }

  /** A store of the page is not replaced: its branch opens beside it. */
  #ways(whatIf: WhatIf, scenario: Scenario) {
    const session = this.session!
    if (session.readonly) return nothing
    const words = stepper.whatIf
    return session.isLent
      ? html`<button type="button" class="primary" @click=${() => this.#open(scenario)}>${words.openBranch}</button>`
      : html`<button type="button" class="primary" title=${words.branchHint} @click=${() => void whatIf.branch(scenario)}>
          ${words.branch}
        </button>`
  }

  #open(scenario: Scenario): void {
    const asked = new CustomEvent('rillbox-branch', { bubbles: true, composed: true, cancelable: true, detail: scenario })
    if (this.dispatchEvent(asked)) download('branch.json', JSON.stringify(scenario, null, 2), 'application/json')
  }
}

const placeOf = ({ stream, number }: TracedEvent) => ({ stream, number })

function answerText(answer: WhatIfAnswer): unknown {
  const words = stepper.whatIf
  switch (answer.kind) {
    case 'none':
      return nothing
    case 'running':
      return html`<p class="muted">${words.running}</p>`
    case 'without-effect':
      return html`<p>${words.withoutEffect}</p>`
    case 'failed':
      return html`<p class="danger">${answer.trouble.what} ${answer.trouble.hint}</p>`
    case 'answered': {
      const { steps, partitions, of } = answer.difference
      return html`<p>
          <strong
            >${steps.length === 0 ? words.same : `${words.differs(steps.length)} ${partitions.length === 0 ? words.endsSame : words.ends(partitions.length, of)}`}</strong
          >
        </p>
        ${answer.leftOut.length === 0 ? nothing : html`<p class="muted">${words.leftOut(visibleLine(answer.leftOut.join(', ')))}</p>`}`
    }
  }
}

/** Rows of each table. */
const most = 50

const differenceView = ({ steps, partitions }: RunDifference) => html`
  ${partitions.length === 0 ? nothing : tableOf(stepper.whatIf.states, partitions, partitionRow)}
  ${steps.length === 0 ? nothing : tableOf(stepper.whatIf.steps, steps, stepRow)}
`

function tableOf<Row>(caption: string, rows: readonly Row[], row: (each: Row) => unknown) {
  return html`<table>
    <caption class="heading">
      ${caption}
    </caption>
    <tbody>
      ${rows.slice(0, most).map(row)}
    </tbody>
    ${
      rows.length > most
        ? html`<tfoot>
            <tr>
              <td colspan="2" class="muted">${stepper.whatIf.more(rows.length - most)}</td>
            </tr>
          </tfoot>`
        : nothing
    }
  </table>`
}

const partitionRow = ({ partition, before, after }: PartitionDifference) =>
  html`<tr>
    <th scope="row">${partition === '' ? stepper.state : html`<code>${visibleLine(partition)}</code>`}</th>
    <td>${changeLine(before, after)}</td>
  </tr>`

const stepRow = ({ place, type, kind, before, after, fault }: StepDifference) =>
  html`<tr>
    <th scope="row">
      <code>${placeText(place)}</code> ${visibleLine(type)}
      ${kind === 'changed' ? nothing : html`<em>${stepper.whatIf.steppedAs[kind]}</em>`}
    </th>
    <td>${fault === undefined ? changeLine(before, after) : html`<span class="danger">${withoutBidiControls(fault)}</span>`}</td>
  </tr>`
