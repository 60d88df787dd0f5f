// Renders the head of a table, and its caption, which only screen readers need.

import { html, nothing } from 'lit'

/** A heading, or one with the class of its cells. */
type Column = string | readonly [heading: string, cells: string]

/**
 * @param caption undefined where the text around the table serves as one.
 * @param end a cell behind the headings.
 */
export const tableHead = (caption: string | undefined, columns: readonly Column[], end: unknown = nothing) => html`
  ${
    caption === undefined
      ? nothing
      : html`<caption class="visually-hidden">
          ${caption}
        </caption>`
  }
  <thead>
    <tr>
      ${columns.map(heading)}${end}
    </tr>
  </thead>
`

function heading(column: Column) {
  const [text, cells] = typeof column === 'string' ? [column, nothing] : column
  return html`<th scope="col" class=${cells}>${text}</th>`
}
