// Renders what edits of events change: the last state of each partition, and the steps that end otherwise.

import { html, nothing } from 'lit'
import { visibleLine, withoutBidiControls } from '../../kit/visible-text.ts'
import { placeText } from '../../model/steps/step-texts.ts'
import type { PartitionDifference, RunDifference, StepDifference } from '../../model/what-if/compare-runs.ts'
import { stepper } from '../../strings/english/stepper.ts'
import { changeLine } from './change-line.ts'

/** Rows of each table. */
const most = 50

export const differenceView = ({ steps, partitions }: RunDifference) => html`
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
