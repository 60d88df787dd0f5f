// <rillbox-stepper>: shows a run of the draft step by step: what each event changed, and the list of all of them.

import type { PropertyValues } from 'lit'
import { html, nothing } from 'lit'
import type { Piece } from '../../language/paint.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import { define } from '../../kit/define.ts'
import { LateView } from '../../model/timing/late-view.ts'
import { syntaxColours } from '../../kit/style/syntax-colours.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { moveForKey } from '../../model/steps/step-filter.ts'
import type { Stepping } from '../../model/steps/stepping.ts'
import { steppingOf } from '../../model/steps/stepping.ts'
import { profilingOf } from '../../model/trace/profiling.ts'
import { stepper as texts } from '../../strings/english/stepper.ts'
import { assistantButton } from './assistant-button.ts'
import { detailStyle, queryStyle } from './detail-style.ts'
import { paintedLines, queryView } from './query-view.ts'
import { stepDetail } from './step-detail.ts'
import type { OpenSections, Section } from './step-detail.ts'
import { stepperStyle } from './stepper-style.ts'
import { partStyle } from '../../kit/style/part-style.ts'
import { observeShown } from '../../kit/observed.ts'
import { theme } from '../../kit/style/theme.ts'
import type { TraceStep } from '../../../engine/observe/trace.ts'

export class StepperElement extends ConnectedElement {
  static override styles = [theme, partStyle, syntaxColours, stepperStyle, detailStyle, queryStyle]

  #painted: { readonly query: string; readonly lines: readonly (readonly Piece[])[] } | undefined
  readonly #open = new Set<Section>()
  readonly #opened: OpenSections = {
    has: (what) => this.#open.has(what),
    toggle: (what, isOpen) => {
      if (this.#open.has(what) === isOpen) return
      if (!this.#open.delete(what)) this.#open.add(what)
      this.requestUpdate()
    },
  }

  #isVisible = false
  readonly #whatIf = new LateView(this, async () => define('rillbox-what-if', (await import('./what-if-view.ts')).WhatIfElement))

  get #stepping(): Stepping | undefined {
    return this.session && steppingOf(this.session)
  }

  protected override onSession(session: PlaygroundSession): void {
    const stepping = steppingOf(session)
    this.atEnd(stepping.subscribe(() => this.#isVisible && this.requestUpdate()))
    this.atEnd(observeShown(this, (isVisible) => this.#show(stepping, isVisible)))
    this.atEnd(() => this.#show(stepping, false))
    this.atEnd(() => profilingOf(session).attend(this, false))
  }

  #show(stepping: Stepping, isVisible: boolean): void {
    this.#isVisible = isVisible
    stepping.attend(this, isVisible ? 'panel' : undefined)
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    // The editor shows the costs itself.
    const isShown = this.#isVisible && this.renderRoot.querySelector('.query') !== null
    if (this.session) profilingOf(this.session).attend(this, isShown)
  }

  #onKey(event: KeyboardEvent): void {
    const target = event.composedPath()[0] as HTMLElement
    const move = moveForKey(event)
    // Scrolling boxes use these keys themselves.
    if (!move || event.defaultPrevented || target.matches('select, input, .query')) return
    event.preventDefault()
    this.#stepping?.cursor.move(move)
  }

  protected override render() {
    const { phase } = this.session ?? {}
    if (phase?.kind !== 'open') return html`<p class="empty bare">${phase?.kind === 'failed' ? phase.trouble.what : texts.notOpen}</p>`
    const stepping = this.#stepping!
    const { traced } = stepping
    const { listed } = stepping.cursor.listing
    return html`
      <div class="stepper" part="stepper" role="group" aria-label=${texts.group} @keydown=${this.#onKey}>
        <rillbox-step-bar .session=${this.session} exportparts="bar, slider, tick, button, filters"></rillbox-step-bar>
        ${traced && listed.length > 0 ? this.#step(stepping) : this.#nothingListed(stepping)}
        ${
          traced && listed.length > 0
            ? html`<rillbox-step-list
                part="list"
                .rows=${traced.history.rows}
                .listed=${listed}
                .count=${listed.length}
                .place=${stepping.cursor.place}
                .choose=${(place: number) => stepping.cursor.goTo(place)}
              ></rillbox-step-list>`
            : nothing
        }
      </div>
    `
  }

  #step(stepping: Stepping) {
    const { step } = stepping.cursor
    return html`
      <div class="detail" part="step">
        ${step ? stepDetail(step, stepping.lines, this.#opened) : html`<p class="muted">${stepping.cursor.isRecalling ? texts.recalling : texts.forgotten}</p>`}
        ${step ? whatIfSection(this.session!, step, this.#whatIf) : nothing}
        ${step && stepping.traced ? html`<p class="copy">${assistantButton(this.session!, stepping.traced.draft, step)}</p>` : nothing}
        ${stepping.shows('editor') || stepping.query === undefined ? nothing : html`<div class="code">${this.#query(stepping, stepping.query)}</div>`}
      </div>
    `
  }

  #query({ lines }: Stepping, query: string) {
    const { current } = profilingOf(this.session!)
    return queryView(this.#paint(query), lines, current?.query === query ? current.lines : [])
  }

  #paint(query: string): readonly (readonly Piece[])[] {
    if (query !== this.#painted?.query) this.#painted = { query, lines: paintedLines(query) }
    return this.#painted.lines
  }

  #nothingListed({ traced, run: { state } }: Stepping) {
    if (state.kind === 'running' || !traced) return nothing
    return html`<p class="detail empty bare">${traced.history.rows.length === 0 ? texts.noEvents : texts.noMatch}</p>`
  }
}

/** @param view of the element inside. */
const whatIfSection = (session: PlaygroundSession, { event }: TraceStep, view: LateView) =>
  html`<details class="what-if" part="what-if" @toggle=${() => void view.load()}>
    <summary>${texts.whatIf.title}</summary>
    ${view.trouble || view.isLoaded ? view.shown(() => html`<rillbox-what-if .session=${session} .event=${event}></rillbox-what-if>`) : nothing}
  </details>`
