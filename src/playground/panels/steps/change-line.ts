// Renders what changed in a state on one line, for places that have room for no table.

import { html, nothing, css } from 'lit'
import { visibleLine } from '../../kit/visible-text.ts'
import { stepper as texts } from '../../strings/english/stepper.ts'
import type { StateChange } from '../../model/steps/state-changes.ts'
import { stateChanges } from '../../model/steps/state-changes.ts'

/** Changes to show, and characters of each value. */
const most = 3
const mostCharacters = 40

/** @param before text of the state; empty without one. */
export function changeLine(before: string, after: string) {
  const changes = stateChanges(before, after)
  if (changes.length === 0) return nothing
  return html`<span class="change-line"
    >${changes.slice(0, most).map(change)}${changes.length > most ? html` <span class="muted">${texts.moreChanges(changes.length - most)}</span>` : nothing}</span
  >`
}

const change = ({ path, before, after }: StateChange) => html`
  <span class="change"
    ><code>${path === '' ? texts.whole : visibleLine(path)}</code>
    ${before === undefined ? nothing : html`<code class="removed">${cut(before)}</code> `}<span aria-hidden="true">→</span>
    <code class="added">${after === undefined ? texts.nothing : cut(after)}</code></span
  >
`

const cut = (json: string): string => visibleLine(json.length <= mostCharacters ? json : `${json.slice(0, mostCharacters)}…`)

export const changeLineStyle = css`
  .change-line {
    display: flex;
    flex-wrap: wrap;
    gap: 0.125rem 0.75rem;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .change-line .removed,
  .change-line .added {
    padding: 0 0.25em;
    border-radius: 3px;
  }
`
