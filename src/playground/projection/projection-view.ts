// Renders one projection: status icon, progress, figures, fault, state and result, and its emitted streams.

import { html, nothing, svg } from 'lit'
import { shortReason } from '../editor/fault-range.ts'
import type { ShownProjection } from './read-projections.ts'
import { counted } from '../ui-kit/counted.ts'
import type { Tone } from './status.ts'
import { modeLabels, percentOf, toneOf } from './status.ts'

/** Shapes that differ without their colour. */
const statusShapes = {
  running: svg`<path d="M5 3.5v9l7-4.5z" />`,
  completed: svg`<path d="M3 8.5 6.5 12 13 4.5" class="line" />`,
  stopped: svg`<rect x="4" y="4" width="8" height="8" rx="1" />`,
  faulted: svg`<path d="M8 1.5 15 14H1z" /><path d="M8 6v4M8 11.6v.8" class="cut" />`,
  busy: svg`<circle cx="3.5" cy="8" r="1.5" /><circle cx="8" cy="8" r="1.5" /><circle cx="12.5" cy="8" r="1.5" />`,
} as const

export const statusIcon = (tone: Tone) => svg`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${statusShapes[tone]}</svg>`

/** Streams to list; the rest is counted. */
const mostStreams = 50

export const progressView = ({ statistics }: ShownProjection) => {
  const percent = percentOf(statistics)
  const title = percent === undefined ? 'Nothing read yet' : `${statistics.progress} %`
  return html`<progress max="100" aria-label="Progress" .value=${percent ?? 0} title=${title}></progress>`
}

/** Nothing until the first event is handled: the state that appears above would move it. */
export const figuresView = ({ statistics, definition }: ShownProjection) => {
  const { mode, position, eventsProcessedAfterRestart: count, coreProcessingTime } = statistics
  const percent = percentOf(statistics)
  const isUnderWay = ['running', 'busy'].includes(toneOf(statistics.status))
  if (isUnderWay && count === 0 && percent !== 100) return nothing
  return html`
    <dl part="figures">
      <div>
        <dt>Handled</dt>
        <dd>${counted(count, 'event')}</dd>
      </div>
      <div>
        <dt>Progress</dt>
        <dd>${percent === undefined ? '–' : `${percent.toLocaleString('en', { maximumFractionDigits: 1 })} %`}</dd>
      </div>
      <div>
        <dt>Mode</dt>
        <dd>${modeLabels[mode]}${definition?.emitEnabled ? ', emits' : ''}</dd>
      </div>
      <div>
        <dt>Handlers</dt>
        <dd>${`${coreProcessingTime.toLocaleString('en')} ms`}</dd>
      </div>
      <div>
        <dt>Position</dt>
        <dd class="code">${position === '' ? '–' : position}</dd>
      </div>
    </dl>
  `
}

export const faultView = ({ statistics: { status, stateReason } }: ShownProjection) => {
  if (toneOf(status) !== 'faulted' || !stateReason) return nothing
  const short = shortReason(stateReason)
  return html`
    <div class="fault" part="fault">
      <p class="danger">${short}</p>
      ${
        short === stateReason
          ? nothing
          : html`<details>
              <summary>Full message from the server</summary>
              <pre>${stateReason}</pre>
            </details>`
      }
    </div>
  `
}

export const valuesView = (shown: ShownProjection) => {
  const { isPartitioned, partitions, partition, state, result, statistics } = shown
  if (isPartitioned && partitions.length === 0)
    return html`<p class="empty">${toneOf(statistics.status) === 'faulted' ? 'No partitions.' : 'No partitions yet.'}</p>`
  const of = isPartitioned ? html` of <code>${partition === '' ? 'all partitions' : partition}</code>` : nothing
  return html`
    <div class="values" part="values">
      <section class="value">
        <h3>State${of}</h3>
        <div class="box" tabindex="0" role="group" aria-label="State">${valueView(state, 'state', 'No state yet.')}</div>
      </section>
      ${
        result === state
          ? nothing
          : html`<section class="value">
              <h3>Result${of}</h3>
              <div class="box" tabindex="0" role="group" aria-label="Result">${valueView(result, 'result', 'No result.')}</div>
            </section>`
      }
    </div>
  `
}

const valueView = (text: string, what: string, empty: string) =>
  text === '' ? html`<span class="muted">${empty}</span>` : html`<rillbox-json .text=${text} what=${what}></rillbox-json>`

/** Calls that write events. */
const writes = /\b(?:emit|linkTo|linkStreamTo)\s*\(/

export const emittedView = ({ definition, emitted }: ShownProjection, onStream: (stream: string) => void) => {
  if (emitted.length === 0) {
    const isUntold = definition?.emitEnabled && !definition.trackEmittedStreams && writes.test(definition.query)
    return isUntold ? html`<p class="muted">It emits but does not track its streams. Run it from the editor to track them.</p>` : nothing
  }
  return html`
    <section part="emitted">
      <h3>Emits to ${counted(emitted.length, 'stream')}</h3>
      <ul class="streams">
        ${emitted
          .slice(0, mostStreams)
          .map(
            (stream) => html`<li><button type="button" title="Show the stream" @click=${() => onStream(stream)}>${stream}</button></li>`,
          )}
        ${emitted.length > mostStreams ? html`<li class="muted">and ${(emitted.length - mostStreams).toLocaleString('en')} more</li>` : nothing}
      </ul>
    </section>
  `
}
