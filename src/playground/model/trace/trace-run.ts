// Traces the draft over the store's history and collects the steps; a new run replaces the previous one.

import type { StorePicture } from '../../../engine/inspect/inspection.ts'
import type { Store } from '../../../engine/store.ts'
import type { TraceFault } from '../../../engine/observe/trace.ts'
import type { Draft } from '../draft/draft.ts'
import type { Trouble } from '../trouble.ts'
import { troubleOf } from '../trouble.ts'
import type { Condition } from './stops.ts'
import { watchConditions } from './stops.ts'
import { StepHistory, endOfBlock, mostCharacters } from './step-history.ts'
import { settledEnough, traceOf } from './trace-of.ts'
import { isSameDraft } from '../draft/draft.ts'

export type RunState =
  | { readonly kind: 'none' }
  /** `share` of the log traced so far, from 0 to 1. */
  | { readonly kind: 'running'; readonly share: number }
  | { readonly kind: 'done' | 'cancelled' }
  | { readonly kind: 'failed'; readonly trouble: Trouble }

/** The result of a run so far. */
export interface TracedQuery {
  readonly draft: Draft
  readonly history: StepHistory
  /** Index streams that the run derived because their projection is not running. */
  readonly derived: readonly string[]
  /** End of the log at the start of the run. */
  readonly end: number
  /** Id of the last event at that time. */
  readonly last: string | undefined
  /** The conditions that `met` of its steps counts. */
  readonly conditions: readonly Condition[]
}

export class TraceRun {
  readonly #onChange: () => void
  readonly #most: number
  #controller: AbortController | undefined
  #recalling: AbortController | undefined
  state: RunState = { kind: 'none' }
  /** The draft of the last run, which its fault and its state are about, whether or not it could be opened. */
  asked: Draft | undefined
  /** The last run whose query could be opened. */
  traced: TracedQuery | undefined
  /** A fault outside of any step: the query cannot be opened. */
  fault: TraceFault | undefined
  /** The fault of each condition that is none; set when a run ends. */
  conditionFaults: readonly (string | undefined)[] = []

  /**
   * @param onChange called after every batch of steps and every change of the state.
   * @param most characters of texts to keep per history.
   */
  constructor(onChange: () => void, most = mostCharacters) {
    this.#onChange = onChange
    this.#most = most
  }

  /** Traces a query from the start of the log. Never rejects: an error becomes the state `failed`. */
  async start(store: Store, draft: Draft, conditions: readonly Condition[] = []): Promise<void> {
    this.stop()
    const controller = new AbortController()
    this.#controller = controller
    this.asked = draft
    this.#set({ kind: 'running', share: 0 })
    try {
      await settledEnough(store, controller.signal)
      await this.#run(store, draft, conditions, controller.signal)
    } catch (error) {
      if (this.#controller === controller)
        this.#set(controller.signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', trouble: troubleOf(error) })
    }
  }

  async #run(store: Store, draft: Draft, conditions: readonly Condition[], signal: AbortSignal): Promise<void> {
    let opened: TracedQuery | undefined
    const watch = watchConditions(conditions)
    for await (const part of traceOf(store, draft, { lines: true, conditions: watch.expressions, signal })) {
      if (part.kind === 'opened') {
        this.fault = undefined
        const { derived, end } = part
        opened = { draft, history: new StepHistory(this.#most), derived, end, last: (await store.inspect()).lastEvent, conditions }
        this.traced = opened
      } else if (part.kind === 'steps') {
        const { history, end } = opened!
        history.add(part.steps.map(watch.complete))
        this.#set({ kind: 'running', share: end === 0 ? 1 : part.position / end })
      } else {
        this.fault = opened?.history.fault === undefined ? part.fault : undefined
        this.conditionFaults = watch.faults(part.conditions)
        this.#set({ kind: 'done' })
      }
    }
  }

  /** Whether the store holds other events than those of the run: more of them, or those of another content. */
  async isOutdated(store: Store, { end, lastEvent }: Pick<StorePicture, 'end' | 'lastEvent'>): Promise<boolean> {
    const { traced } = this
    if (!traced) return false
    return lastEvent !== traced.last || (end !== traced.end && (await store.hasGrown(traced.end)))
  }

  /** Takes the steps of another run that has ended. */
  adopt({ asked, traced, fault }: TraceRun): void {
    this.stop()
    this.asked = asked
    this.traced = traced
    this.fault = fault
    this.conditionFaults = []
    this.#set({ kind: 'done' })
  }

  /** Whether it has ended, and its steps are those of a draft without stops by condition. */
  hasTraced(draft: Draft): boolean {
    const { state, traced } = this
    return state.kind === 'done' && this.isOfAsked && traced?.conditions.length === 0 && isSameDraft(traced.draft, draft)
  }

  /** Whether the steps are those of the last run, rather than of one before, because its query could not be opened. */
  get isOfAsked(): boolean {
    return this.traced !== undefined && this.traced.draft === this.asked
  }

  /** Stops the run; the steps so far stay. */
  stop(): void {
    this.#controller?.abort()
    this.#recalling?.abort()
  }

  /** Stops the run and drops its steps. */
  clear(): void {
    this.stop()
    this.#controller = undefined
    this.asked = undefined
    this.traced = undefined
    this.fault = undefined
    this.#set({ kind: 'none' })
  }

  /**
   * Repeats the run to restore the dropped texts of a step.
   *
   * @returns whether the texts are restored; false if the store has changed.
   */
  async recall(store: Store, index: number): Promise<boolean> {
    const { traced } = this
    this.#recalling?.abort()
    const controller = new AbortController()
    this.#recalling = controller
    let first = 0
    try {
      for await (const part of traceOf(store, traced!.draft, { lines: true, signal: controller.signal })) {
        if (part.kind !== 'steps') continue
        if (!traced!.history.refill(part.steps, first, index)) return false
        first += part.steps.length
        if (first >= endOfBlock(index)) break
      }
      return traced!.history.step(index) !== undefined
    } catch {
      return false
    }
  }

  #set(state: RunState): void {
    this.state = state
    this.#onChange()
  }
}
