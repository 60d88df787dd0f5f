// Renders one projection: status icon, progress, figures, fault, state and result, and its emitted streams.

import { html, nothing, svg } from 'lit'
import { mayWrite } from '../../model/draft/draft.ts'
import { shortReason } from '../../model/store/short-reason.ts'
import { visibleLine, withoutBidiControls } from '../../kit/visible-text.ts'
import { changeLine } from '../steps/change-line.ts'
import type { ProjectionActivity } from '../../../engine/inspect/inspected-projection.ts'
import type { ShownProjection } from '../../../engine/inspect/inspection.ts'
import { wordsOf } from './status.ts'
import { projection as texts } from '../../strings/english/projection.ts'
import { languageInUse } from '../../strings/texts.ts'

/** Shapes that differ without their colour. */
const statusShapes = {
  running: svg`<path d="M5 3.5v9l7-4.5z" />`,
  completed: svg`<path d="M3 8.5 6.5 12 13 4.5" class="line" />`,
  stopped: svg`<rect x="4" y="4" width="8" height="8" rx="1" />`,
  faulted: svg`<path d="M8 1.5 15 14H1z" /><path d="M8 6v4M8 11.6v.8" class="cut" />`,
  busy: svg`<circle cx="3.5" cy="8" r="1.5" /><circle cx="8" cy="8" r="1.5" /><circle cx="12.5" cy="8" r="1.5" />`,
} as const

export function statusText(status: string) {
  const [word, rest] = wordsOf(status)
  return html`<span class="words">${word}<span class="rest">${rest}</span></span>`
}

export const statusIcon = (activity: ProjectionActivity) =>
  svg`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${statusShapes[activity]}</svg>`

/** Streams to list; the rest is counted. */
const mostStreams = 50

export const progressView = ({ progress: percent }: ShownProjection) => {
  const title = percent === undefined ? texts.nothingRead : printPercent(percent, 20)
  return html`<progress max="100" aria-label=${texts.progress} .value=${percent ?? 0} title=${title}></progress>`
}

const printPercent = (percent: number, maximumFractionDigits: number): string =>
  (percent / 100).toLocaleString(languageInUse(), { style: 'percent', maximumFractionDigits })

/**
 * Whether progress and figures are shown: not before the state that stands above them, which would move them, and not after the charts
 * below, which they would move. A run that has nothing to show yet, and is not over, may still get a state.
 */
export const hasFigures = ({ state, handled, isAtRest }: ShownProjection): boolean => state !== '' || (handled ?? 0) > 0 || isAtRest

export const figuresView = ({ mode, position, handled, handlerTime, emits, progress: percent }: ShownProjection) => {
  return html`
    <dl class="fine" part="figures">
      <div>
        <dt>${texts.handled}</dt>
        <dd>${handled === undefined ? texts.handledAll : texts.handledEvents(handled)}</dd>
      </div>
      <div>
        <dt>${texts.progress}</dt>
        <dd>${percent === undefined ? '–' : printPercent(percent, 1)}</dd>
      </div>
      <div>
        <dt>${texts.mode}</dt>
        <dd>${texts.modes[mode]}${emits ? texts.emits : ''}</dd>
      </div>
      <div>
        <dt>${texts.handlers}</dt>
        <dd>${`${handlerTime.toLocaleString(languageInUse())} ms`}</dd>
      </div>
      <div>
        <dt>${texts.position}</dt>
        <dd class="code">${position === '' ? '–' : position}</dd>
      </div>
    </dl>
  `
}

export const faultView = ({ fault }: ShownProjection) => {
  if (!fault) return nothing
  const { message } = fault
  const short = shortReason(message)
  return html`
    <div class="fault" part="fault">
      <p class="danger">${short}</p>
      ${
        short === message
          ? nothing
          : html`<details>
              <summary>${texts.fullMessage}</summary>
              <pre>${withoutBidiControls(message)}</pre>
            </details>`
      }
    </div>
  `
}

/**
 * @param before state before its last change; undefined if nothing has changed since it is shown.
 * @param isStale whether the editor shows another text than the one that made the values.
 */
export const valuesView = (shown: ShownProjection, before: string | undefined, isStale: boolean) => {
  const { isPartitioned, partitions, partition, state, result, activity } = shown
  if (isPartitioned && partitions.length === 0)
    return html`<p class="empty">${activity === 'faulted' ? texts.noPartitions : texts.noPartitionsYet}</p>`
  const name = isPartitioned ? html`<code>${partition === '' ? texts.allPartitions : visibleLine(partition)}</code>` : undefined
  const changed = before === undefined ? nothing : changeLine(before, state)
  return html`
    <div class="values ${isStale ? 'stale' : ''}" part="values">
      ${isStale ? html`<p class="why fine">${texts.stale}</p>` : nothing}
      <div class="boxes">
        <section class="value">
          <h3 class="heading"><bdi>${name ? texts.stateOf(name) : texts.state}</bdi></h3>
          <div class="box state" tabindex="0" role="group" aria-label=${texts.state}>${valueView(state, texts.state, texts.noState)}</div>
          ${changed === nothing ? nothing : html`<p class="changed flow fine"><span class="muted">${texts.changed}</span> ${changed}</p>`}
        </section>
        ${
          result === state
            ? nothing
            : html`<section class="value">
                <h3 class="heading"><bdi>${name ? texts.resultOf(name) : texts.result}</bdi></h3>
                <div class="box" tabindex="0" role="group" aria-label=${texts.result}>
                  ${valueView(result, texts.result, texts.noResult)}
                </div>
              </section>`
        }
      </div>
    </div>
  `
}

const valueView = (text: string, what: string, empty: string) =>
  text === '' ? html`<span class="muted">${empty}</span>` : html`<rillbox-json .text=${text} .what=${what}></rillbox-json>`

export const emittedView = ({ query, emits, tracksEmittedStreams, emitted }: ShownProjection, onStream: (stream: string) => void) => {
  if (emitted.length === 0) {
    const isUntold = emits && !tracksEmittedStreams && mayWrite(query)
    return isUntold ? html`<p class="muted">${texts.untracked}</p>` : nothing
  }
  return html`
    <section part="emitted">
      <h3 class="heading"><bdi>${texts.emitsTo(emitted.length)}</bdi></h3>
      <ul class="streams flow">
        ${emitted.slice(0, mostStreams).map(
          (stream) =>
            html`<li>
              <button type="button" class="link" title=${texts.showStream} @click=${() => onStream(stream)}>${visibleLine(stream)}</button>
            </li>`,
        )}
        ${emitted.length > mostStreams ? html`<li class="muted">${texts.more(emitted.length - mostStreams)}</li>` : nothing}
      </ul>
    </section>
  `
}
