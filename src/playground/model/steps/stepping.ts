// Steps through the draft of a session: one run, one place in it and one set of stops, for every panel that shows them.

import { effect, untracked } from '@preact/signals-core'
import type { Store } from '../../../engine/store.ts'
import { oneEach } from '../../kit/one-each.ts'
import { Pause } from '../../kit/pause.ts'
import type { Draft } from '../draft/draft.ts'
import type { PlaygroundSession } from '../session.ts'
import { ShownTrace } from '../trace/shown-trace.ts'
import type { Condition, Stops } from '../trace/stops.ts'
import { isSameCondition, isStop, noStops, withLineToggled } from '../trace/stops.ts'
import type { TracedQuery } from '../trace/trace-run.ts'
import { TraceRun } from '../trace/trace-run.ts'
import type { StepLines } from './line-notes.ts'
import { News } from './news.ts'
import { QueryNotes } from './line-notes.ts'
import { StepCursor } from './step-cursor.ts'
import { isSameDraft } from '../draft/draft.ts'

/** Milliseconds without an edit before the draft runs again. */
const draftRest = 800
/** Milliseconds between two updates during a run. */
const updateEvery = 100

/** A place where panels show steps: a run starts once one of them is visible. */
export type Viewer = 'panel' | 'editor'

/** The one stepping of a session. */
export const steppingOf = oneEach((session: PlaygroundSession) => new Stepping(session))

export class Stepping {
  readonly #session: PlaygroundSession
  readonly #news = new News()
  readonly #tell = this.#news.tell
  readonly #notes = new QueryNotes(this.#tell)
  readonly #pauses = { draft: new Pause(), run: new Pause() }
  readonly #viewers = new Map<object, Viewer>()
  #goesToFault = false
  #isOn = false
  readonly run = new TraceRun(() => this.#onRun())
  /** The trace of the projection that is shown, for charts and log. */
  readonly shown: ShownTrace
  readonly cursor = new StepCursor({
    isStop: (row) => isStop(row, this.stops),
    recall: (index) => this.#recall(index),
    onRecalled: (isThere) => {
      if (!isThere) this.stale = 'history'
      this.#tell()
    },
    onMove: this.#tell,
  })
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
    return this.#news.subscribe(listener, often)
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
    this.cursor.playback.stop()
    this.#tell()
  }

  // ---- the run

  /** Runs the draft from the start of the log. */
  start(): void {
    const { store, draft } = this.#session
    if (!store) return
    this.stale = undefined
    this.cursor.beginRun()
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
      this.cursor.forget()
    }
    this.#tell()
  }

  #onDraft(): void {
    const ran = this.run.asked
    const { draft } = this.#session
    if (ran && isSameDraft({ ...ran, name: draft.name }, draft) && this.stale !== 'query') return
    if (this.run.state.kind === 'none') return
    this.stale = 'query'
    this.cursor.playback.stop()
    this.#pauses.draft.end()
    if (ran && isOtherQuery(ran, draft)) this.#runIfNeeded()
    else this.#pauses.draft.begin(draftRest, () => this.#runIfNeeded())
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
    // The steps of another query are not those that the reader waits for.
    if (this.run.isOfAsked && this.run.traced !== this.cursor.traced) this.#follow()
    else if (!this.#pauses.run.isUnderWay) this.#pauses.run.begin(updateEvery, () => this.#follow())
  }

  #follow(): void {
    this.#pauses.run.end()
    this.cursor.follow(this.run.traced)
    if (this.traced) this.#notes.parse(this.traced.draft.query)
    this.#tell()
  }

  #arrive(): void {
    if (this.run.state.kind === 'running') return
    this.cursor.arrive(this.#goesToFault)
    this.#goesToFault = false
  }

  #recall(index: number): Promise<boolean> | undefined {
    const { store } = this.#session
    return store && this.traced === this.run.traced ? this.run.recall(store, index) : undefined
  }

  /** The run whose steps are listed. */
  get traced(): TracedQuery | undefined {
    return this.cursor.traced
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
    return this.#notes.at(this.cursor.step)
  }
}

/** Name and text change together only where another projection is chosen: no further edit will follow, so nothing waits for one. */
const isOtherQuery = (one: Draft, other: Draft): boolean => one.name !== other.name && one.query !== other.query
