// Renders the traced query by line, and marks a step's handler and fault.

import { html, nothing } from 'lit'
import { paint } from '../editor/paint.ts'
import type { Piece } from '../editor/paint.ts'
import type { LineRange } from './handler-places.ts'

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

/** @param fault line that ended the run, from 1. */
export const queryView = (lines: readonly (readonly Piece[])[], handler: LineRange | undefined, fault: number | undefined) => html`
  <ol class="query" part="query" tabindex="0" aria-label="The query that was run">
    ${lines.map((pieces, index) => {
      const line = index + 1
      const isHandler = handler !== undefined && line >= handler.first && line <= handler.last
      // White space is significant here.
      // prettier-ignore
      return html`<li
        class="${isHandler ? 'handler' : ''} ${line === handler?.first ? 'first' : ''} ${line === fault ? 'wrong' : ''}"
        aria-current=${line === (fault ?? handler?.first) ? 'step' : nothing}
      ><span class="number" aria-hidden="true">${line}</span><code>${pieces.map(coloured)}</code></li>`
    })}
  </ol>
`

const coloured = ({ text, colour }: Piece) => (colour ? html`<span class=${colour}>${text}</span>` : text)
