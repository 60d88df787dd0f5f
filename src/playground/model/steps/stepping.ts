// Steps through the draft of a session: one run, one place in it and one set of stops, for every panel that shows them.

import type { TraceStep } from '../../../engine/observe/trace.ts'
import type { Store } from '../../../engine/store.ts'
import type { Draft } from '../draft/draft.ts'
import { effect, untracked } from '@preact/signals-core'
import { Pause } from '../../kit/pause.ts'
import type { PlaygroundSession } from '../session.ts'
import type { LineRange } from '../../language/handler-places.ts'
import type { StepLines } from './line-notes.ts'
import { noLines, stepLines } from './line-notes.ts'
import { Playback } from './playback.ts'
import type { QueryPaths } from '../../language/query-paths.ts'
import type { Move, StepFilter } from './step-filter.ts'
import { destination, everyStep } from './step-filter.ts'
import type { StepHistory, StepRow } from '../trace/step-history.ts'
import { StepListing } from './step-listing.ts'
import { placeInQuery } from './step-texts.ts'
import type { Condition, Stops } from '../trace/stops.ts'
import { isSameCondition, isStop, noStops, withLineToggled } from '../trace/stops.ts'
import type { TracedQuery } from '../trace/trace-run.ts'
import { isSameTrace, TraceRun } from '../trace/trace-run.ts'
import { ShownTrace } from '../trace/shown-trace.ts'

/** Milliseconds without an edit before the draft runs again. */
const draftRest = 800
/** Milliseconds between two updates during a run. */
const updateEvery = 100
/** Milliseconds between two of the fuller views while a reader drags the slider: it follows the hand itself. */
const viewEvery = 80

/** A place where panels show steps: a run starts once one of them is visible. */
export type Viewer = 'panel' | 'editor'

/** What the parser, which loads with the editor, tells about a query. */
interface ParsedQuery {
  readonly query: string
  readonly places: ReadonlyMap<string, LineRange>
  readonly paths: QueryPaths
}

const all = new WeakMap<PlaygroundSession, Stepping>()

/** The one stepping of a session. */
export function steppingOf(session: PlaygroundSession): Stepping {
  const known = all.get(session) ?? new Stepping(session)
  all.set(session, known)
  return known
}

export class Stepping {
  readonly #session: PlaygroundSession
  /** Those that hear of each change, and those that may skip some. */
  readonly #listeners = { each: new Set<() => void>(), some: new Set<() => void>() }
  #viewed = 0
  readonly #pauses = { draft: new Pause(), run: new Pause(), view: new Pause() }
  readonly #viewers = new Map<object, Viewer>()
  #isTold = false
  #index = 0
  /** Whether the reader has chosen a step, which a new run then keeps. */
  #hasChosen = false
  #goesToFault = false
  #recalled: number | undefined
  #parsed: ParsedQuery | undefined
  /** The last step that was read, which every panel asks for. */
  #seen: { readonly history: StepHistory; readonly index: number; readonly step: TraceStep } | undefined
  #lines: { readonly step: TraceStep; readonly parsed: ParsedQuery; readonly lines: StepLines } | undefined
  #isOn = false
  readonly run = new TraceRun(() => this.#onRun())
  /** The trace of the projection that is shown, for charts and log. */
  readonly shown: ShownTrace
  /** The run whose steps are listed: those of the one before, until a new run has its first. */
  traced: TracedQuery | undefined
  readonly listing = new StepListing()
  readonly playback = new Playback(() => this.#playOn())
  stops: Stops = noStops
  /** Why the steps are out of date: the query or the history has changed. */
  stale: 'query' | 'history' | undefined

  constructor(session: PlaygroundSession) {
    this.#session = session
    this.shown = new ShownTrace(session, this.run)
    const onChange = (look: () => unknown, work: () => void): unknown =>
      effect(() => {
        look()
        untracked(work)
      })
    // They live as long as the session.
    onChange(
      () => session.store,
      () => this.#onStore(),
    )
    onChange(
      () => session.draft,
      () => this.#onDraft(),
    )
    session.clock.onTick(() => this.#checkHistory())
  }

  /**
   * @param often `some`: in quick succession only some changes, and always the last one.
   * @returns a function that ends the subscription. Listeners are told once per task.
   */
  subscribe(listener: () => void, often: 'each' | 'some' = 'some'): () => void {
    this.#listeners[often].add(listener)
    return () => this.#listeners[often].delete(listener)
  }

  // ---- who looks

  /** Whether the reader steps: the editor then shows the lines that ran. */
  get isOn(): boolean {
    return this.#isOn || this.shows('panel')
  }

  /** Whether the reader has asked for it, rather than a panel that is open. */
  get isOnByHand(): boolean {
    return this.#isOn
  }

  /** Whether the editor itself has to offer the controls. */
  get isOnInEditor(): boolean {
    return this.#isOn && !this.shows('panel')
  }

  shows(viewer: Viewer): boolean {
    return [...this.#viewers.values()].includes(viewer)
  }

  /** Notes that an element shows steps, or no longer does: undefined. */
  attend(element: object, viewer: Viewer | undefined): void {
    if (this.#viewers.get(element) === viewer) return
    if (viewer) this.#viewers.set(element, viewer)
    else this.#viewers.delete(element)
    this.#runIfNeeded()
    this.#tell()
  }

  /** Starts stepping, at the fault if there is one. */
  begin(): void {
    this.#isOn = true
    this.#goesToFault = true
    if (this.stale || this.run.state.kind !== 'done') this.start()
    else this.#arrive()
    this.#tell()
  }

  /** Ends it; a visible panel goes on. */
  end(): void {
    this.#isOn = false
    this.playback.stop()
    this.#tell()
  }

  // ---- the run

  /** Runs the draft from the start of the log. */
  start(): void {
    const { store, draft } = this.#session
    if (!store) return
    this.stale = undefined
    this.#recalled = undefined
    this.playback.stop()
    // This run replaces the pending one of an edited draft.
    this.#pauses.draft.end()
    const { run } = this.shown
    if (this.stops.conditions.length === 0 && run.hasTraced(draft)) void this.#adopt(run, store, draft)
    else void this.run.start(store, draft, this.stops.conditions)
  }

  get #isWatched(): boolean {
    return this.#isOn || this.shows('panel')
  }

  #runIfNeeded(): void {
    if (this.#isWatched && this.#session.store && (this.run.state.kind === 'none' || this.stale === 'query')) this.start()
  }

  /** Takes the steps of the charts' run, unless events have come since. */
  async #adopt(run: TraceRun, store: Store, draft: Draft): Promise<void> {
    const { picture } = this.#session
    const isOutdated = !picture || (await run.isOutdated(store, picture))
    if (isOutdated) await this.run.start(store, draft)
    else this.run.adopt(run)
  }

  #onStore(): void {
    if (this.#session.store) this.#runIfNeeded()
    else {
      this.run.clear()
      this.#hasChosen = false
      this.#index = 0
    }
    this.#tell()
  }

  #onDraft(): void {
    const ran = this.run.asked
    const { draft } = this.#session
    if (ran && isSameTrace({ ...ran, name: draft.name }, draft) && this.stale !== 'query') return
    if (this.run.state.kind === 'none') return
    this.stale = 'query'
    this.playback.stop()
    this.#pauses.draft.begin(draftRest, () => this.#runIfNeeded())
    this.#tell()
  }

  async #checkHistory(): Promise<void> {
    const { store, picture } = this.#session
    const { traced, state } = this.run
    if (!store || !picture || !traced || !this.run.isOfAsked || state.kind === 'running' || this.stale) return
    const isOutdated = await this.run.isOutdated(store, picture).catch(() => false)
    if (!isOutdated || traced !== this.run.traced || this.stale) return
    this.stale = 'history'
    this.#tell()
  }

  /** Batches arrive too often to show each. */
  #onRun(): void {
    if (this.run.state.kind !== 'running') {
      this.#follow()
      this.#arrive()
      // Events may have arrived during the run.
      this.#session.clock.touch()
      return
    }
    if (!this.#pauses.run.isUnderWay) this.#pauses.run.begin(updateEvery, () => this.#follow())
  }

  #follow(): void {
    this.#pauses.run.end()
    this.traced = this.run.traced
    this.listing.follow(this.traced?.history)
    if (this.traced) this.#parse(this.traced.draft.query)
    this.#tell()
  }

  /** A reader who has not chosen a step yet starts at the fault. */
  #arrive(): void {
    if (this.run.state.kind === 'running' || (this.#hasChosen && !this.#goesToFault)) return
    this.#goesToFault = false
    this.goToFault()
  }

  // ---- the place

  /** Index of the step in the list of those that pass the filter. */
  get place(): number {
    return this.listing.placeOf(this.#index)
  }

  /** Index of the step in the history; undefined if none is listed. */
  get index(): number | undefined {
    return this.listing.listed[this.place]
  }

  get row(): StepRow | undefined {
    return this.index === undefined ? undefined : this.traced?.history.rows[this.index]
  }

  /** With its texts; undefined while they are being fetched. */
  get step(): TraceStep | undefined {
    const { index } = this
    const history = this.traced?.history
    if (index === undefined || !history) return undefined
    if (this.#seen?.history !== history || this.#seen.index !== index) {
      const step = history.step(index)
      this.#seen = step && { history, index, step }
    }
    return this.#seen?.step
  }

  get fault(): number | undefined {
    return this.traced?.history.fault
  }

  /** Whether the texts of the step are being fetched by a second run. */
  get isRecalling(): boolean {
    return this.#recalled === this.index
  }

  /** Moves to a place in the list. The index of the step is kept, so that it stays selected when the list changes. */
  goTo(place: number | undefined): void {
    const index = place === undefined ? undefined : this.listing.listed[place]
    if (index === undefined) return
    this.#index = index
    this.#hasChosen = true
    this.#recalled = undefined
    this.#recall()
    this.#tell()
  }

  readonly move = (move: Move): void => {
    this.playback.stop()
    this.goTo(this.leadsTo(move))
    this.#tell()
  }

  leadsTo(move: Move): number | undefined {
    const rows = this.traced?.history.rows ?? []
    return destination(rows, this.listing.listed, this.place, move, (row) => isStop(row, this.stops))
  }

  /** Clears the filter if it hides the step that ended the query. */
  readonly goToFault = (): void => {
    const { fault } = this
    if (fault === undefined) return
    if (!this.listing.listed.includes(fault)) this.listing.filter = everyStep
    this.goTo(this.listing.placeOf(fault))
  }

  readonly filter = (filter: StepFilter): void => {
    this.listing.filter = filter
    this.goTo(this.place)
    this.#tell()
  }

  #playOn(): void {
    const last = this.listing.listed.length - 1
    const next = this.playback.nextPlace(this.place, last, (place) => {
      const row = this.traced?.history.rows[this.listing.listed[place]!]
      return row !== undefined && (row.isFault || isStop(row, this.stops))
    })
    if (next !== undefined) this.goTo(next)
    this.#tell()
  }

  readonly play = (): void => {
    if (this.playback.isPlaying) this.playback.stop()
    else this.playback.start(this.listing.listed.length - 1 - this.place)
    this.#tell()
  }

  #recall(): void {
    const { index } = this
    const { store } = this.#session
    if (!store || index === undefined || this.step || this.#recalled === index || this.traced !== this.run.traced) return
    this.#recalled = index
    void this.run.recall(store, index).then((isThere) => {
      if (this.#recalled !== index) return
      this.#recalled = undefined
      if (!isThere) this.stale = 'history'
      this.#tell()
    })
  }

  // ---- stops

  readonly toggleLine = (line: number): void => this.setLines(withLineToggled(this.stops, line).lines)

  /** Also when edits have moved the lines. */
  readonly setLines = (lines: readonly number[]): void => {
    this.stops = { ...this.stops, lines }
    this.#tell()
  }

  readonly addCondition = (condition: Condition): void => {
    if (this.stops.conditions.some((other) => isSameCondition(other, condition))) return
    this.#setConditions([...this.stops.conditions, condition])
  }

  readonly removeCondition = (condition: Condition): void =>
    this.#setConditions(this.stops.conditions.filter((other) => !isSameCondition(other, condition)))

  /** Only a run can tell where conditions hold. */
  #setConditions(conditions: readonly Condition[]): void {
    this.stops = { ...this.stops, conditions }
    this.start()
    this.#tell()
  }

  // ---- the lines

  /** Text of the query that the steps are of. */
  get query(): string | undefined {
    return this.traced?.draft.query
  }

  /** The notes beside the lines of the query at this step. */
  get lines(): StepLines {
    const { step } = this
    const parsed = this.#parsed?.query === this.query ? this.#parsed : undefined
    if (!step || !parsed) return noLines
    if (this.#lines?.step === step && this.#lines.parsed === parsed) return this.#lines.lines
    const name = placeInQuery(step)
    const lines = stepLines(step, parsed.paths, name === undefined ? undefined : parsed.places.get(name))
    this.#lines = { step, parsed, lines }
    return lines
  }

  /** The parser comes with the editor; the steps do not wait for it. */
  #parse(query: string): void {
    if (query === this.#parsed?.query) return
    void Promise.all([import('../../language/handler-places.ts'), import('../../language/query-paths.ts')]).then(
      ([{ handlerPlaces }, { queryPaths }]) => {
        if (query !== this.query || query === this.#parsed?.query) return
        this.#parsed = { query, places: handlerPlaces(query), paths: queryPaths(query) }
        this.#tell()
      },
    )
  }

  #tell(): void {
    if (this.#isTold) return
    this.#isTold = true
    queueMicrotask(() => {
      this.#isTold = false
      for (const listener of this.#listeners.each) listener()
      this.#tellSome()
    })
  }

  #tellSome(): void {
    const wait = this.#viewed + viewEvery - performance.now()
    if (wait > 0) return this.#pauses.view.begin(wait, () => this.#tellSome())
    this.#pauses.view.end()
    for (const listener of this.#listeners.some) listener()
    // From the end of the work: a slow machine gets its pauses too.
    requestAnimationFrame(() => {
      this.#viewed = performance.now()
    })
    this.#viewed = performance.now()
  }
}
