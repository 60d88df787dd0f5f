// Renders the states of all projections at one position of the log.

import { html, nothing } from 'lit'
import { visibleLine } from '../../kit/visible-text.ts'
import type { PastState } from '../../model/past/past-states.ts'
import type { StorePast } from '../../model/past/store-past.ts'
import { map as texts } from '../../strings/english/map.ts'
import { printCount } from '../../strings/counted.ts'
import { tableHead } from '../../kit/table-head.ts'
import { changeLine } from '../steps/change-line.ts'

/** Characters of a state. */
const most = 600

export function pastRows({ projections }: StorePast, position: number) {
  const words = texts.past
  return html`<table>
    ${tableHead(words.states, [words.projection, [words.state, 'state']])}
    <tbody>
      ${projections.map(({ draft, states }) => row(draft.name, states.at(position)))}
    </tbody>
  </table>`
}

const row = (name: string, past: PastState) => html`
  <tr class=${past.isNow ? 'now' : ''}>
    <th scope="row">${visibleLine(name)}</th>
    <td>
      <p class="muted tiny">${figures(past)}</p>
      ${stateView(past)}
    </td>
  </tr>
`

function figures({ handled, partitions }: PastState): string {
  const events = texts.handled(texts.events(handled, printCount(handled)))
  return partitions === 0 ? events : `${events}, ${texts.past.partitions(partitions, printCount(partitions))}`
}

function stateView({ partition, before, after, shared, isNow, fault }: PastState) {
  const words = texts.past
  return html`${fault === undefined ? nothing : html`<p class="danger">${visibleLine(fault)}</p>`}
  ${partition ? html`<span class="muted">${visibleLine(partition)}</span> ` : nothing}${partition === undefined || after === '' ? html`<span class="muted">${words.none}</span>` : code(after)}
  ${isNow && before !== '' ? html`<span class="changed">${changeLine(before, after)}</span>` : nothing}
  ${shared ? html`<p><span class="muted">${words.shared}</span> ${code(shared)}</p>` : nothing}`
}

const code = (text: string) => html`<code>${visibleLine(text.length <= most ? text : `${text.slice(0, most)}…`)}</code>`
