// Compares two runs over the store's events while the comparison is visible: draft and running projection, or two releases or engines.

import { signal } from '@preact/signals-core'
import type { Comparison } from '../../../engine/queries/compare/compare.ts'
import type { ProjectionChange } from '../../../engine/observe/dry-run.ts'
import type { Store } from '../../../engine/store.ts'
import { oneEach } from '../../kit/one-each.ts'
import { emits, replacedMode } from '../draft/run-requests.ts'
import type { PlaygroundSession } from '../session.ts'
import { settledEnough, traceOf } from '../trace/trace-of.ts'
import { WatchedWork } from '../timing/watched-work.ts'
import type { Trouble } from '../trouble.ts'
import { troubleOf } from '../trouble.ts'
import type { Rival, RunOf, RunningProjection } from './rivals.ts'
import { rivalsOf, runsOf } from './rivals.ts'
import type { TriedChange } from './tried-change.ts'
import { tryOn } from './tried-change.ts'

/** Milliseconds without a change before a comparison begins. */
const calm = 300

export type ComparingState =
  | { readonly kind: 'none' | 'running' }
  | { readonly kind: 'done'; readonly comparison: Comparison }
  | { readonly kind: 'failed'; readonly trouble: Trouble }

export class Comparing {
  readonly #session: PlaygroundSession
  readonly #chosen = signal<Rival | undefined>(undefined)
  readonly #tried = signal<TriedChange | undefined>(undefined)
  /** Runs while an element attends to it. */
  readonly work: WatchedWork<ComparingState>

  constructor(session: PlaygroundSession) {
    this.#session = session
    this.work = new WatchedWork(session, {
      calm,
      causes: [() => this.running?.query, () => this.rival],
      onChange: () => {
        this.#tried.value = undefined
        return this.rival !== undefined
      },
      none: { kind: 'none' },
      compute: (store, draft, signal) => this.#compare(store, runsOf(draft, this.rival!, this.running), signal),
    })
  }

  /** The projection of the draft's name. */
  get running(): RunningProjection | undefined {
    const { picture, draft } = this.#session
    return picture?.projections.find(({ name }) => name === draft.name)
  }

  get rivals(): readonly Rival[] {
    const { store, draft } = this.#session
    return store ? rivalsOf(draft, this.running, store.release) : []
  }

  /** The chosen one, while it can be chosen. */
  get rival(): Rival | undefined {
    const { rivals } = this
    const chosen = this.#chosen.value
    return chosen !== undefined && rivals.includes(chosen) ? chosen : rivals[0]
  }

  choose(rival: Rival): void {
    this.#chosen.value = rival
  }

  get state(): ComparingState {
    return this.work.current
  }

  get tried(): TriedChange | undefined {
    return this.#tried.value
  }

  async #compare(store: Store, runs: readonly [RunOf, RunOf], signal: AbortSignal): Promise<ComparingState> {
    if (this.state.kind !== 'done') this.work.show({ kind: 'running' })
    try {
      const { compareTraces } = await import('../../../engine/queries/compare/compare.ts')
      await settledEnough(store, signal)
      const [one, other] = runs.map(({ draft, options }) => traceOf(store, draft, { ...options, signal }))
      return { kind: 'done', comparison: await compareTraces(one!, other!) }
    } catch (error) {
      return { kind: 'failed', trouble: troubleOf(error) }
    }
  }

  /** Tries on a copy of the store what a run of the draft would do to streams, where it replaces a projection. */
  async tryRun(): Promise<void> {
    const { store, draft, picture } = this.#session
    const existing = picture?.projections.find(({ name }) => name === draft.name)
    if (!store || !existing) return
    this.#tried.value = { kind: 'trying' }
    // A projection of another mode is deleted and created anew.
    const change: ProjectionChange =
      replacedMode(draft, existing) === undefined
        ? { kind: 'query', query: draft.query, emit: emits(draft), resets: true }
        : { kind: 'delete', deleteStateStream: true, deleteCheckpointStream: true, deleteEmittedStreams: true }
    const tried = await tryOn(store, draft.name, change)
    if (draft === this.#session.draft && this.#tried.peek()?.kind === 'trying') this.#tried.value = tried
  }
}

/** The comparison of a session: views share it. */
export const comparingOf = oneEach((session: PlaygroundSession) => new Comparing(session))
