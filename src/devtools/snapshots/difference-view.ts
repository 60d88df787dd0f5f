// Renders in which streams, projections and states two contents of a store differ.

import { html, nothing } from 'lit'
import { visibleLine } from '../../playground/kit/visible-text.ts'
import { changeLine } from '../../playground/panels/steps/change-line.ts'
import { devtools as texts } from '../../playground/strings/english/devtools.ts'
import type { ContentDifference } from './difference.ts'

/** Rows of each part. */
const most = 50

export function differenceView({ streams, projections, states }: ContentDifference) {
  const words = texts.snapshots.difference
  if (streams.length + projections.length + states.length === 0) return html`<p>${words.same}</p>`
  return html`${part(
    words.streams,
    streams.map(({ name, added, removed }) => ({ name, what: words.events(added, removed) })),
  )}
  ${part(
    words.projections,
    projections.map(({ name, kind }) => ({ name, what: words.kinds[kind] })),
  )}
  ${part(
    words.states,
    states.map(({ projection, partition, before, after }) => ({
      name: partition === '' ? projection : `${projection} · ${partition}`,
      what: changeLine(before, after),
    })),
  )}`
}

const part = (heading: string, rows: readonly { readonly name: string; readonly what: unknown }[]) =>
  rows.length === 0
    ? nothing
    : html`<h3>${heading}</h3>
        <dl>
          ${rows.slice(0, most).map(
            ({ name, what }) =>
              html`<dt><code>${visibleLine(name)}</code></dt>
                <dd>${what}</dd>`,
          )}
        </dl>
        ${rows.length > most ? html`<p class="muted">${texts.snapshots.difference.more(rows.length - most)}</p>` : nothing}`
