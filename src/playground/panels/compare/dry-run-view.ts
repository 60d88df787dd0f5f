// Renders what a change of a projection would do to streams.

import { html, nothing } from 'lit'
import type { DryRun } from '../../../engine/observe/dry-run.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { shortReason } from '../../model/store/short-reason.ts'
import { compare } from '../../strings/english/compare.ts'

/** Streams to list; the rest is counted. */
const mostStreams = 50

export function dryRunView({ streams, fault }: DryRun) {
  const { tried: texts } = compare
  return html`
    ${streams.length === 0 ? html`<p>${texts.nothing}</p>` : nothing}
    ${
      streams.length > 0
        ? html`<ul class="streams" tabindex="0" aria-label=${texts.table}>
            ${streams.slice(0, mostStreams).map(
              ({ name, effect, removed, written }) =>
                html`<li>
                  <code>${visibleLine(name)}</code>
                  <span class="muted">${effect === 'written' ? '' : `${texts.effects[effect]}: `}${texts.counts(removed, written)}</span>
                </li>`,
            )}
            ${streams.length > mostStreams ? html`<li class="muted">${texts.more(streams.length - mostStreams)}</li>` : nothing}
          </ul>`
        : nothing
    }
    ${fault ? html`<p class="danger">${texts.fault(shortReason(fault.message))}</p>` : nothing}
  `
}
