// <rillbox-stepper>: steps forward and back through a run of the draft over the store's events.

import type { PropertyValues } from 'lit'
import { html, nothing } from 'lit'
import { ConnectedElement } from '../session/connected-element.ts'
import { syntaxColours } from '../ui-kit/syntax-colours.ts'
import type { PlaygroundSession, SessionTopic } from '../session/session.ts'
import { detailStyle, queryStyle } from './detail-style.ts'
import { controls, keyHint } from './controls.ts'
import { PaintedQuery } from './painted-query.ts'
import { queryView } from './query-view.ts'
import { stepDetail } from './step-detail.ts'
import type { OpenSections } from './step-detail.ts'
import type { Move, StepFilter } from './step-filter.ts'
import { destination, everyStep, moveForKey } from './step-filter.ts'
import { StepListing } from './step-listing.ts'
import { stepperStyle } from './stepper-style.ts'
import { TraceRun } from './trace-run.ts'
import { placeInQuery, spokenStep } from './step-texts.ts'
import { theme } from '../ui-kit/theme.ts'

/** Milliseconds without an edit before the draft runs again. */
const draftRest = 800
/** Milliseconds between two updates during a run. */
const updateEvery = 100
/** Milliseconds of rest before a check for new events, and before a step is announced. */
const shortRest = 400

export class StepperElement extends ConnectedElement {
  static override properties = {
    ...ConnectedElement.properties,
    stale: { state: true },
    spoken: { state: true },
  }
  static override styles = [theme, syntaxColours, stepperStyle, detailStyle, queryStyle]

  /** Why the steps are out of date: the query or the history has changed. */
  declare stale: 'query' | 'history' | undefined
  /** The step for screen readers, once the reader rests on it. */
  declare spoken: string

  readonly #run = new TraceRun(() => this.#onRun())
  readonly #listing = new StepListing()
  readonly #query = new PaintedQuery(() => this.requestUpdate())
  #index = 0
  #recalled: number | undefined
  #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #opened: OpenSections & { wholeState: boolean; metadata: boolean } = {
    wholeState: false,
    metadata: false,
    toggle: (what, isOpen) => {
      if (this.#opened[what] === isOpen) return
      this.#opened[what] = isOpen
      this.requestUpdate()
    },
  }

  /** Runs an outdated query when the panel becomes visible. */
  readonly #showing = new ResizeObserver(([entry]) => {
    const isVisible = entry!.contentRect.width > 0
    if (isVisible && !this.#isVisible && this.stale === 'query') this.run()
    this.#isVisible = isVisible
  })
  #isVisible = false

  constructor() {
    super()
    this.stale = undefined
    this.spoken = ''
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#showing.observe(this)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#showing.disconnect()
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
    this.#run.stop()
  }

  /** Runs the draft from the start of the log. */
  run(): void {
    const store = this.session?.store
    if (!store) return
    this.stale = undefined
    this.#recalled = undefined
    // This run replaces the pending one of an edited draft.
    clearTimeout(this.#timers.get('draft'))
    void this.#run.start(store, this.session!.draft)
  }

  protected override onSession(session: PlaygroundSession): void {
    if (session.store) this.run()
  }

  protected override onTopic(topic: SessionTopic): void {
    if (topic === 'phase') this.#onPhase()
    if (topic === 'draft') this.#onDraft()
    if (topic === 'content') this.#checkHistorySoon()
  }

  #onPhase(): void {
    this.requestUpdate()
    if (!this.session?.store) this.#run.clear()
    else if (this.#run.state.kind === 'none') this.run()
  }

  #onDraft(): void {
    const ran = this.#run.traced?.draft
    const { draft } = this.session!
    if (ran?.query === draft.query && ran.emit === draft.emit && ran.mode === draft.mode && this.stale !== 'query') return
    this.stale = 'query'
    // A hidden panel waits until it becomes visible.
    this.#after('draft', draftRest, () => this.checkVisibility() && this.run())
  }

  #checkHistorySoon(): void {
    this.#after('content', shortRest, () => void this.#checkHistory())
  }

  async #checkHistory(): Promise<void> {
    const store = this.session?.store
    const { traced, state } = this.#run
    if (!store || !traced || state.kind === 'running' || this.stale) return
    const hasGrown = await store.hasGrown(traced.end).catch(() => false)
    if (hasGrown && traced === this.#run.traced && !this.stale) this.stale = 'history'
  }

  #after(what: string, milliseconds: number, work: () => void): void {
    clearTimeout(this.#timers.get(what))
    this.#timers.set(what, setTimeout(work, milliseconds))
  }

  /** Batches arrive too often to render each. */
  #onRun(): void {
    if (this.#run.state.kind !== 'running') {
      this.#follow()
      // Events may have arrived during the run.
      return this.#checkHistorySoon()
    }
    if (this.#timers.has('run')) return
    this.#after('run', updateEvery, () => this.#follow())
  }

  #follow(): void {
    clearTimeout(this.#timers.get('run'))
    this.#timers.delete('run')
    const { traced } = this.#run
    if (traced) {
      this.#listing.follow(traced.history)
      this.#query.paint(traced.draft.query)
    }
    this.requestUpdate()
  }

  // ---- navigation

  get #place(): number {
    return this.#listing.placeOf(this.#index)
  }

  /** Moves to a place in the list. The index of the step is kept, so that it stays selected when the list changes. */
  #goTo(place: number | undefined): void {
    const index = place === undefined ? undefined : this.#listing.listed[place]
    if (index === undefined) return
    this.#index = index
    this.#recalled = undefined
    this.requestUpdate()
    this.#after('spoken', shortRest, () => {
      const row = this.#run.traced?.history.rows[this.#index]
      // Slider and list announce the step themselves.
      const isSpoken = this.shadowRoot?.activeElement?.matches('input, rillbox-step-list')
      if (row && !isSpoken) this.spoken = spokenStep(row, this.#place, this.#listing.listed.length)
    })
  }

  readonly #move = (move: Move): void => {
    const rows = this.#run.traced?.history.rows ?? []
    this.#goTo(destination(rows, this.#listing.listed, this.#place, move))
  }

  /** Clears the filter if it hides the step that ended the query. */
  readonly #goToFault = (): void => {
    const { fault } = this.#run.traced?.history ?? {}
    if (fault === undefined) return
    if (!this.#listing.listed.includes(fault)) this.#filter(everyStep)
    this.#goTo(this.#listing.placeOf(fault))
  }

  readonly #filter = (filter: StepFilter): void => {
    this.#listing.filter = filter
    this.#goTo(this.#place)
    this.requestUpdate()
  }

  #onKey(event: KeyboardEvent): void {
    const target = event.composedPath()[0] as HTMLElement
    const move = moveForKey(event)
    // Selects and scrolling boxes use these keys themselves.
    if (!move || target.matches('select, .query')) return
    event.preventDefault()
    this.#move(move)
  }

  // ---- rendering

  protected override render() {
    const { phase } = this.session ?? {}
    if (phase?.kind !== 'open')
      return html`<p class="empty">${phase?.kind === 'failed' ? phase.trouble.what : 'The store is not open.'}</p>`
    const { traced, state, fault } = this.#run
    const { listed } = this.#listing
    return html`
      <div class="stepper" part="stepper" role="group" aria-label="Steps of the query" @keydown=${this.#onKey}>
        ${controls({
          state,
          traced,
          fault,
          stale: this.stale,
          listing: this.#listing,
          place: this.#place,
          run: () => this.run(),
          stop: () => this.#run.stop(),
          goTo: (place) => this.#goTo(place),
          goToFault: this.#goToFault,
          move: this.#move,
          filter: this.#filter,
        })}
        ${traced && listed.length > 0 ? this.#step() : this.#nothingListed()}
        ${
          traced && listed.length > 0
            ? html`<rillbox-step-list
                part="list"
                .rows=${traced.history.rows}
                .listed=${listed}
                .count=${listed.length}
                .place=${this.#place}
                @rillbox-step=${(event: CustomEvent<number>) => this.#goTo(event.detail)}
              ></rillbox-step-list>`
            : nothing
        }
        ${keyHint}
        <p class="visually-hidden" role="status">${this.spoken}</p>
      </div>
    `
  }

  #step() {
    const index = this.#listing.listed[this.#place]!
    const step = this.#run.traced!.history.step(index)
    if (!step) this.#recall(index)
    return html`
      <div class="detail" part="step">
        ${step ? stepDetail(step, this.#opened) : html`<p class="muted">${this.#recalled === index ? 'Running the query again up to this step …' : 'The history has changed: run again to see this step.'}</p>`}
      </div>
      <div class="code">${queryView(this.#query.lines, this.#query.placeOf(step && placeInQuery(step)), step?.fault?.line)}</div>
    `
  }

  #nothingListed() {
    const { traced, state } = this.#run
    if (state.kind === 'running' || !traced) return nothing
    return html`<p class="detail empty">
      ${traced.history.rows.length === 0 ? 'The store holds no events yet. Append some, and run again.' : 'No steps match the filters.'}
    </p>`
  }

  #recall(index: number): void {
    const store = this.session?.store
    if (!store || this.#recalled === index) return
    this.#recalled = index
    void this.#run.recall(store, index).then((isThere) => {
      if (this.#recalled !== index) return
      if (!isThere) this.stale = 'history'
      this.requestUpdate()
    })
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    const { fault } = this.#run.traced?.history ?? {}
    const tick = this.renderRoot.querySelector<HTMLElement>('.tick')
    if (!tick || fault === undefined) return
    const { listed } = this.#listing
    const share = listed.length > 1 ? this.#listing.placeOf(fault) / (listed.length - 1) : 0
    // The middle of the thumb stops half its width before both ends.
    tick.style.setProperty('inset-inline-start', `calc(8px + ${share} * (100% - 16px))`)
  }
}
