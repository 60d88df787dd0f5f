// <rillbox-step-bar>: the controls of stepping in one row, with the place in words; under the query or in the panel of steps.

import type { PropertyValues } from 'lit'
import { html, nothing, svg } from 'lit'
import { live } from 'lit/directives/live.js'
import { shortReason } from '../../model/store/short-reason.ts'
import { Pause } from '../../kit/pause.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { stepper as texts } from '../../strings/english/stepper.ts'
import { theme } from '../../kit/style/theme.ts'
import { withState } from '../../kit/with-state.ts'
import { filterMenu } from './filter-menu.ts'
import { stepBarStyle } from './step-bar-style.ts'
import type { Move } from '../../model/steps/step-filter.ts'
import { moveForKey } from '../../model/steps/step-filter.ts'
import { spokenStep, whereText } from '../../model/steps/step-texts.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import type { Stepping } from '../../model/steps/stepping.ts'
import { steppingOf } from '../../model/steps/stepping.ts'
import { StopsMenu } from './stops-menu.ts'
import { hasStops, isStop } from '../../model/trace/stops.ts'
import { onNumber } from '../../kit/fields.ts'
import { partStyle } from '../../kit/style/part-style.ts'

/** Milliseconds of rest before a step is announced. */
const rest = 400

export class StepBarElement extends withState(ConnectedElement, {
  /** The step for screen readers, once the reader rests on it. */
  spoken: '',
}) {
  static override styles = [theme, partStyle, stepBarStyle]

  readonly #resting = new Pause()
  #shown: number | undefined
  readonly #stops = new StopsMenu(() => this.requestUpdate())

  protected override onSession(session: PlaygroundSession): void {
    const stepping = steppingOf(session)
    const onChange = (): void => {
      this.requestUpdate()
      this.#speakLater(stepping)
    }
    this.atEnd(stepping.subscribe(onChange, 'each'))
    this.atEnd(() => this.#resting.end())
  }

  get #stepping(): Stepping | undefined {
    return this.session && steppingOf(this.session)
  }

  #speakLater({ cursor }: Stepping): void {
    const { index } = cursor
    if (index === this.#shown) return
    this.#shown = index
    this.#resting.begin(rest, () => {
      const { row, index, traced } = cursor
      // Slider and list announce the step themselves.
      const isSpoken = this.shadowRoot?.activeElement?.matches('input')
      if (row && index !== undefined && !isSpoken) this.spoken = spokenStep(row, index, traced!.history.rows.length)
    })
  }

  /** Before the menu finds its place. */
  readonly #showFilters = (): void => {
    this.#hasFilters = true
    this.requestUpdate()
    this.performUpdate()
  }
  #hasFilters = false

  readonly #onKey = (event: KeyboardEvent): void => {
    const target = event.composedPath()[0] as HTMLElement
    const move = moveForKey(event)
    if (!move || target.matches('select')) return
    event.preventDefault()
    this.#stepping?.cursor.move(move)
  }

  protected override render() {
    const stepping = this.#stepping
    if (!stepping) return nothing
    return html`
      <div class="bar" part="bar" role="group" aria-label=${texts.group} @keydown=${this.#onKey}>
        ${stepping.traced ? this.#transport(stepping) : nothing} ${this.#summary(stepping)} ${trouble(stepping)}
        <p class="visually-hidden" role="status">${this.spoken}</p>
      </div>
    `
  }

  #transport(stepping: Stepping) {
    const { listing, place, row, index, playback } = stepping.cursor
    // A filter that hides everything, and a run that has just begun, leave no step.
    const last = Math.max(0, listing.listed.length - 1)
    const count = stepping.traced!.history.rows.length
    return html`
      <div class="transport flow">
        <div class="buttons flow">
          ${control('first', texts.first, place === 0, () => stepping.cursor.move('first'))}
          ${control('back', texts.back, place === 0, () => stepping.cursor.move('back'))}
          ${control(playback.isPlaying ? 'pause' : 'play', playback.isPlaying ? texts.pause : texts.play, place === last && !playback.isPlaying, stepping.cursor.play)}
          ${control('forward', texts.forward, place === last, () => stepping.cursor.move('forward'))}
          ${control('last', texts.last, place === last, () => stepping.cursor.move('last'))}
        </div>
        <div class="slider">
          <input
            type="range"
            part="slider"
            min="0"
            max=${last}
            step="1"
            aria-label=${texts.slider}
            aria-valuetext=${row && index !== undefined ? spokenStep(row, index, count) : nothing}
            .value=${live(String(place))}
            @input=${onNumber((number) => {
              stepping.cursor.playback.stop()
              stepping.cursor.goTo(number)
            })}
          />
          ${stepping.cursor.fault === undefined ? nothing : html`<span class="tick" part="tick"></span>`}
        </div>
        <div class="buttons flow">
          ${hasStops(stepping.stops) ? [jump(stepping, 'stop-back', texts.stopBack), jump(stepping, 'stop-forward', texts.stopForward)] : nothing}
          ${
            stepping.cursor.fault === undefined
              ? nothing
              : html`<button
                  class="fault"
                  type="button"
                  aria-label=${texts.toFault}
                  title=${texts.toFault}
                  @click=${stepping.cursor.goToFault}
                >
                  <svg viewBox="0 0 16 16" aria-hidden="true">${shapes.fault}</svg><span>${texts.toFault}</span>
                </button>`
          }
          ${filterMenu(stepping, this.#hasFilters, this.#showFilters)} ${this.#stops.render(stepping)}
        </div>
      </div>
    `
  }

  #summary(stepping: Stepping) {
    const { run, traced, stale } = stepping
    const { row, index } = stepping.cursor
    return html`
      <div class="about flow">
        ${
          row && index !== undefined && traced
            ? html`<p class="where strong ${row.isFault ? 'danger' : ''}">
                ${row.isFault || !isStop(row, stepping.stops) ? nothing : html`<span class="stop">${texts.stops.met}</span>`}
                ${whereText(row, index, traced.history.rows.length)}
              </p>`
            : nothing
        }
        <p class="summary muted fine" role="status">
          ${summaryText(stepping)}
          ${run.state.kind === 'running' ? html`<span aria-hidden="true">${texts.percent(Math.floor(run.state.share * 100))}</span>` : nothing}
        </p>
        ${
          run.state.kind === 'running'
            ? html`<button part="button" type="button" @click=${() => run.stop()}>${texts.stop}</button>`
            : stale || (!traced && !run.fault) || run.state.kind === 'cancelled'
              ? html`<button class="primary" part="button" type="button" @click=${() => stepping.start()}>
                  ${traced ? texts.runAgain : texts.run}
                </button>`
              : nothing
        }
      </div>
    `
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    const stepping = this.#stepping
    const tick = this.renderRoot.querySelector<HTMLElement>('.tick')
    if (!tick || stepping?.cursor.fault === undefined) return
    const { listed } = stepping.cursor.listing
    const share = listed.length > 1 ? stepping.cursor.listing.placeOf(stepping.cursor.fault) / (listed.length - 1) : 0
    // The middle of the thumb stops half its width before both ends.
    tick.style.setProperty('inset-inline-start', `calc(8px + ${share} * (100% - 16px))`)
  }
}

function summaryText({ run, traced, stale, cursor: { fault, index } }: Stepping): string {
  if (run.state.kind === 'running') return texts.running
  if (stale === 'query') return texts.queryChanged
  if (traced && !run.isOfAsked) return texts.ofEarlierQuery
  if (stale === 'history') return texts.historyChanged
  if (!traced) return ''
  const { rows, handled } = traced.history
  // A reader who stands on the fault has its place in sight.
  const failed = fault === undefined || fault === index ? undefined : whereText(rows[fault]!, fault, rows.length)
  return `${run.state.kind === 'cancelled' ? `${texts.stopped} ` : ''}${texts.summary(rows.length, handled, failed)}`
}

function trouble({ traced, run: { state, fault } }: Stepping) {
  if (state.kind === 'failed') return alert(state.trouble.what, state.trouble.hint)
  if (fault) return alert((fault.line === undefined ? '' : texts.faultPlace(fault.line, fault.column ?? 1)) + shortReason(fault.message))
  if (!traced || traced.derived.length === 0) return nothing
  return html`<p class="notice">${texts.derived(html`<code>${visibleLine(traced.derived.join(', '))}</code>`)}</p>`
}

const alert = (what: string, hint?: string) =>
  html`<p class="notice danger" role="alert">${what}${hint ? html` <span class="hint">${hint}</span>` : nothing}</p>`

const shapes = {
  first: svg`<path d="M3 3h2v10H3zM13 3v10L6 8z"/>`,
  back: svg`<path d="M11.5 3v10L4.5 8z"/>`,
  play: svg`<path d="M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13zM6.3 4.8v6.4L11.5 8z" fill-rule="evenodd"/>`,
  pause: svg`<path d="M3.5 3h3v10h-3zM9.5 3h3v10h-3z"/>`,
  forward: svg`<path d="M4.5 3v10l7-5z"/>`,
  last: svg`<path d="M11 3h2v10h-2zM3 3v10l7-5z"/>`,
  fault: svg`<path d="M8 1.5 15 14H1zM7.2 6v4.2h1.6V6zm0 5.4v1.4h1.6v-1.4z" fill-rule="evenodd"/>`,
  'stop-back': svg`<circle cx="4" cy="8" r="2.5"/><path d="M14 3v10L7.5 8z"/>`,
  'stop-forward': svg`<circle cx="12" cy="8" r="2.5"/><path d="M2 3v10l6.5-5z"/>`,
}

const control = (shape: keyof typeof shapes, label: string, isOff: boolean, act: () => void) => html`
  <button class="icon ${shape}" type="button" aria-label=${label} title=${label} aria-disabled=${isOff} @click=${act}>
    <svg viewBox="0 0 16 16" aria-hidden="true">${shapes[shape]}</svg>
  </button>
`

const jump = ({ cursor }: Stepping, move: Move & keyof typeof shapes, label: string) =>
  control(move, label, cursor.leadsTo(move) === undefined, () => cursor.move(move))
