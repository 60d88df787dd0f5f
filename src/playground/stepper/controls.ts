// Renders the stepper's bar: run and stop, the run's summary, the slider, the jumps and the filters.

import { html, nothing, svg } from 'lit'
import { live } from 'lit/directives/live.js'
import type { TraceFault } from '../../engine/observe/trace.ts'
import { counted } from '../ui-kit/counted.ts'
import type { Move, StepFilter } from './step-filter.ts'
import { destination, isHandled } from './step-filter.ts'
import type { StepListing } from './step-listing.ts'
import type { RunState, TracedQuery } from './trace-run.ts'
import { spokenStep } from './step-texts.ts'

export interface Controls {
  readonly state: RunState
  readonly traced: TracedQuery | undefined
  readonly fault: TraceFault | undefined
  readonly stale: 'query' | 'history' | undefined
  readonly listing: StepListing
  readonly place: number
  run(): void
  stop(): void
  goTo(place: number): void
  goToFault(): void
  move(move: Move): void
  filter(filter: StepFilter): void
}

export const controls = (c: Controls) => html`
  <div class="bar" part="bar">
    <div class="run">
      ${
        c.state.kind === 'running'
          ? html`<button part="button" @click=${c.stop}>Stop</button>`
          : html`<button class=${c.stale || !c.traced ? 'primary' : ''} part="button" @click=${c.run}>
              ${c.traced ? 'Run again' : 'Run'}
            </button>`
      }
      <p class="summary" role="status">
        ${summary(c)} ${c.state.kind === 'running' ? html`<span aria-hidden="true">${Math.floor(c.state.share * 100)} %</span>` : nothing}
      </p>
    </div>
    ${trouble(c)} ${c.traced && c.listing.listed.length > 0 ? [transport(c), jumps(c)] : nothing}
  </div>
  ${c.traced ? filters(c) : nothing}
`

function summary({ state, traced, stale }: Controls): string {
  if (state.kind === 'running') return 'Running …'
  if (stale === 'query') return 'The query has changed: run again.'
  if (stale === 'history') return 'The store has new events: run again.'
  if (!traced) return ''
  const { rows, fault } = traced.history
  const handled = rows.filter((row) => isHandled(row) && !row.isFault).length
  const stopped = state.kind === 'cancelled' ? 'Stopped. ' : ''
  const failed = fault === undefined ? '' : `, a fault at ${(fault + 1).toLocaleString('en')}`
  return `${stopped}${counted(rows.length, 'event')}, ${handled.toLocaleString('en')} handled${failed}`
}

function trouble({ state, traced, fault }: Controls) {
  if (state.kind === 'failed') return alert(state.trouble.what, state.trouble.hint)
  if (fault) {
    const place = fault.line === undefined ? '' : `Line ${fault.line}, column ${fault.column}: `
    return alert(place + fault.message)
  }
  if (!traced || traced.derived.length === 0) return nothing
  return html`<p class="notice">
    Nothing writes <code>${traced.derived.join(', ')}</code> here: the system projection is not running. The steps show what the query would
    do if it were.
  </p>`
}

const alert = (what: string, hint?: string) =>
  html`<p class="notice danger" role="alert">${what}${hint ? html` <span class="hint">${hint}</span>` : nothing}</p>`

function transport({ traced, listing, place, goTo, move }: Controls) {
  const { listed } = listing
  const row = traced!.history.rows[listed[place]!]!
  const last = listed.length - 1
  return html`
    <div class="transport">
      ${arrow('first', 'First step', place === 0, move)} ${arrow('back', 'Step back', place === 0, move)}
      <div class="slider">
        <input
          type="range"
          part="slider"
          min="0"
          max=${last}
          step="1"
          aria-label="Step"
          aria-valuetext=${spokenStep(row, place, listed.length)}
          .value=${live(String(place))}
          @input=${(event: Event) => goTo((event.target as HTMLInputElement).valueAsNumber)}
        />
        ${traced!.history.fault === undefined ? nothing : html`<span class="tick" part="tick"></span>`}
      </div>
      ${arrow('forward', 'Step forward', place === last, move)} ${arrow('last', 'Last step', place === last, move)}
      <span class="position">${(place + 1).toLocaleString('en')} / ${listed.length.toLocaleString('en')}</span>
    </div>
  `
}

const shapes = {
  first: svg`<path d="M3 3h2v10H3zM13 3v10L6 8z"/>`,
  back: svg`<path d="M11.5 3v10L4.5 8z"/>`,
  forward: svg`<path d="M4.5 3v10l7-5z"/>`,
  last: svg`<path d="M11 3h2v10h-2zM3 3v10l7-5z"/>`,
}

const arrow = (which: keyof typeof shapes, label: string, isOff: boolean, move: Controls['move']) => html`
  <button aria-label=${label} title=${label} aria-disabled=${isOff} @click=${() => move(which)}>
    <svg viewBox="0 0 16 16" aria-hidden="true">${shapes[which]}</svg>
  </button>
`

function jumps({ traced, listing, place, move, goToFault }: Controls) {
  const { rows, fault } = traced!.history
  const jump = (to: Move, label: string) =>
    html`<button aria-disabled=${destination(rows, listing.listed, place, to) === undefined} @click=${() => move(to)}>${label}</button>`
  return html`
    <div class="jumps">
      ${jump('handled-back', '← Handled')} ${jump('handled-forward', 'Handled →')} ${jump('change-back', '← Change')}
      ${jump('change-forward', 'Change →')}
      ${fault === undefined ? nothing : html`<button class="fault" @click=${goToFault}>Go to the fault</button>`}
    </div>
  `
}

/** Explains the stepper's keys. */
export const keyHint = html`
  <p class="keys">
    <kbd>←</kbd> <kbd>→</kbd> step, <kbd>Shift</kbd> with them: handled events; <kbd>Shift</kbd> <kbd>↑</kbd> <kbd>↓</kbd> changes of this
    partition; <kbd>Page ↑</kbd> <kbd>Page ↓</kbd> ten steps; <kbd>Home</kbd> <kbd>End</kbd>
  </p>
`

const showing: Readonly<Record<StepFilter['show'], string>> = {
  all: 'All events',
  read: 'Events read',
  handled: 'Events handled',
  changes: 'State changes',
}

function filters({ listing, filter }: Controls) {
  const chosen = listing.filter
  const change = (part: Partial<StepFilter>) => filter({ ...chosen, ...part })
  return html`
    <div class="filters" part="filters">
      <label>
        Show
        <select .value=${chosen.show} @change=${(event: Event) => change({ show: valueOf(event) as StepFilter['show'] })}>
          ${Object.entries(showing).map(([value, text]) => html`<option value=${value} ?selected=${value === chosen.show}>${text}</option>`)}
        </select>
      </label>
      ${choice('Type', listing.types, chosen.type, (type) => change({ type }))}
      ${listing.partitions.size > 0 ? choice('Partition', listing.partitions, chosen.partition, (partition) => change({ partition })) : nothing}
    </div>
  `
}

/** More options than a reader would look through; the selected one is always among them. */
const mostChoices = 500

function choice(label: string, names: ReadonlySet<string>, chosen: string | undefined, choose: (name: string | undefined) => void) {
  const offered = [...names].slice(0, mostChoices)
  if (chosen !== undefined && !offered.includes(chosen)) offered.push(chosen)
  return html`
    <label>
      ${label}
      <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).selectedIndex === 0 ? undefined : valueOf(event))}>
        <option ?selected=${chosen === undefined} value="">All</option>
        ${offered.map((name) => html`<option value=${name} ?selected=${name === chosen}>${name}</option>`)}
      </select>
    </label>
  `
}

const valueOf = (event: Event): string => (event.target as HTMLSelectElement).value
