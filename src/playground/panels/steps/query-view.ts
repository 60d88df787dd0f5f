// Renders the traced query by line, for pages without an editor: the lines that ran, with their values, and the fault.

import { html, nothing } from 'lit'
import { paint } from '../../language/paint.ts'
import type { Piece } from '../../language/paint.ts'
import type { StepLines } from '../../model/steps/line-notes.ts'
import { costText, costTitle } from './line-cost.ts'
import type { LineCost } from '../../model/trace/profiling.ts'
import { stepper as texts } from '../../strings/english/stepper.ts'

/** Splits a query into lines of coloured pieces. */
export function paintedLines(query: string): readonly (readonly Piece[])[] {
  const lines: Piece[][] = [[]]
  for (const piece of paint(query)) {
    for (const [index, text] of piece.text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (text !== '') lines.at(-1)!.push({ ...piece, text })
    }
  }
  return lines
}

/**
 * Where no line is known to have run, the handler stands for them.
 *
 * @param costs of the lines over all events; none while they are not known.
 */
export const queryView = (
  lines: readonly (readonly Piece[])[],
  { ran, at, fault, handler }: StepLines,
  costs: readonly LineCost[] = [],
) => html`
  <ol class="query box" part="query" tabindex="0" aria-label=${texts.query}>
    ${lines.map((pieces, index) => {
      const line = index + 1
      const note = ran.find((other) => other.line === line)
      const cost = costs.find((other) => other.line === line)
      const isHandler = ran.length === 0 && handler !== undefined && line >= handler.first && line <= handler.last
      // White space is significant here.
      // prettier-ignore
      return html`<li
        class="${note || isHandler ? 'handler' : ''} ${note?.isChange ? 'first' : ''} ${line === fault ? 'wrong' : ''} ${cost?.times === 0 ? 'never' : ''}"
        aria-current=${line === at ? 'step' : nothing}
      ><span class="line-number muted" aria-hidden="true">${line}</span><code>${pieces.map(coloured)}</code>${note ? noted(note) : nothing}${cost ? html`<span class="cost muted" title=${costTitle(cost)}>${costText(cost)}</span>` : nothing}</li>`
    })}
  </ol>
`

const noted = ({ times, values }: StepLines['ran'][number]) => {
  const notes = [...(times > 1 ? [texts.times(times)] : []), ...values]
  return notes.length === 0 ? nothing : html`<span class="note">${notes.join('   ')}</span>`
}

const coloured = ({ text, colour }: Piece) => (colour ? html`<span class=${colour}>${text}</span>` : text)
