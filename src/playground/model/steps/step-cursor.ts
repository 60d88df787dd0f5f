// Decides which step the reader looks at: among those that pass the filter, and as the run goes on.

import type { TraceStep } from '../../../engine/observe/trace.ts'
import type { StepHistory, StepRow } from '../trace/step-history.ts'
import type { TracedQuery } from '../trace/trace-run.ts'
import { Playback } from './playback.ts'
import type { Move, StepFilter } from './step-filter.ts'
import { destination, everyStep } from './step-filter.ts'
import { StepListing } from './step-listing.ts'

export interface CursorOptions {
  /** Whether the reader wants to stop at a step. */
  isStop(row: StepRow): boolean
  /** Fetches the dropped texts of a step; undefined where no run can. Resolves with false if the store has changed. */
  recall(index: number): Promise<boolean> | undefined
  /** Called when the texts are there again, or cannot be: false. */
  onRecalled(isThere: boolean): void
  /** Called when the cursor has moved. */
  onMove(): void
}

export class StepCursor {
  readonly #options: CursorOptions
  readonly listing = new StepListing()
  readonly playback = new Playback(() => this.#playOn())
  /** The run whose steps are listed: those of the one before, until a new run has its first. */
  traced: TracedQuery | undefined
  #index = 0
  /** Whether the reader has chosen a step, which a new run then keeps. */
  #hasChosen = false
  #recalled: number | undefined
  /** The last step that was read, which every panel asks for. */
  #seen: { readonly history: StepHistory; readonly index: number; readonly step: TraceStep } | undefined

  constructor(options: CursorOptions) {
    this.#options = options
  }

  /** Takes in the steps of a run so far. */
  follow(traced: TracedQuery | undefined): void {
    this.traced = traced
    this.listing.follow(traced?.history)
  }

  /** Forgets which texts are on their way: a new run brings its own. */
  beginRun(): void {
    this.#recalled = undefined
    this.playback.stop()
  }

  /** Forgets the reader's choice. */
  forget(): void {
    this.#hasChosen = false
    this.#index = 0
  }

  /** A reader who has not chosen a step yet starts at the fault. @param isAsked for the fault in any case. */
  arrive(isAsked: boolean): void {
    if (isAsked || !this.#hasChosen) this.goToFault()
  }

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
    this.#options.onMove()
  }

  readonly move = (move: Move): void => {
    this.playback.stop()
    this.goTo(this.leadsTo(move))
    this.#options.onMove()
  }

  leadsTo(move: Move): number | undefined {
    const rows = this.traced?.history.rows ?? []
    return destination(rows, this.listing.listed, this.place, move, (row) => this.#options.isStop(row))
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
    this.#options.onMove()
  }

  readonly play = (): void => {
    if (this.playback.isPlaying) this.playback.stop()
    else this.playback.start(this.listing.listed.length - 1 - this.place)
    this.#options.onMove()
  }

  #playOn(): void {
    const last = this.listing.listed.length - 1
    const next = this.playback.nextPlace(this.place, last, (place) => {
      const row = this.traced?.history.rows[this.listing.listed[place]!]
      return row !== undefined && (row.isFault || this.#options.isStop(row))
    })
    if (next !== undefined) this.goTo(next)
    this.#options.onMove()
  }

  #recall(): void {
    const { index } = this
    if (index === undefined || this.step || this.#recalled === index) return
    const recalling = this.#options.recall(index)
    if (!recalling) return
    this.#recalled = index
    void recalling.then((isThere) => {
      if (this.#recalled !== index) return
      this.#recalled = undefined
      this.#options.onRecalled(isThere)
    })
  }
}
