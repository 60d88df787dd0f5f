// The trace of the projection that is shown, for charts and log alike: that of the steps where they follow the same query.

import { effect, signal, untracked } from '@preact/signals-core'
import type { TraceFault } from '../../../engine/observe/trace.ts'
import { Pause } from '../../kit/pause.ts'
import type { Draft } from '../draft/draft.ts'
import { draftOf } from '../draft/projection-draft.ts'
import type { PlaygroundSession } from '../session.ts'
import type { TracedQuery } from './trace-run.ts'
import { TraceRun } from './trace-run.ts'
import { isSameDraft } from '../draft/draft.ts'

/** Milliseconds of rest between two runs, and in multiples of the last one's duration. */
const rest = 300
const share = 3

export interface ShownRun {
  readonly draft: Draft
  /** Undefined while nothing was read, and where the query cannot run. */
  readonly traced: TracedQuery | undefined
  readonly isReading: boolean
  /** Why the query cannot run. */
  readonly fault: TraceFault | undefined
}

export class ShownTrace {
  readonly #session: PlaygroundSession
  /** The run of the steps. */
  readonly #steps: TraceRun
  readonly run = new TraceRun(() => undefined)
  readonly #viewers = new Set<object>()
  readonly #current = signal<ShownRun | undefined>(undefined)
  readonly #pause = new Pause()
  #isRunning = false
  #isDue = false

  constructor(session: PlaygroundSession, steps: TraceRun) {
    this.#session = session
    this.#steps = steps
    // They live as long as the session.
    effect(() => {
      void session.picture
      untracked(() => this.#follow())
    })
    // The picture of another projection should not have to wait for the rest of this trace.
    effect(() => {
      const { projection } = session.selection
      if (projection !== undefined && projection !== this.run.asked?.name) this.run.stop()
    })
  }

  /** What is known of the projection that is shown. */
  get current(): ShownRun | undefined {
    return this.#current.value
  }

  /** Notes that an element shows something of the trace, or no longer does. Nothing runs for elements out of sight. */
  attend(element: object, isVisible: boolean): void {
    if (!isVisible) this.#viewers.delete(element)
    else if (this.#viewers.size < this.#viewers.add(element).size) this.#follow()
    if (this.#viewers.size === 0) this.run.stop()
  }

  #follow(): void {
    if (this.#viewers.size === 0) return
    const draft = this.#draft()
    if (draft && this.#current.peek() && isSameDraft(draft, this.#current.peek()!.draft)) return this.#lookSoon()
    // Another projection need not wait.
    this.run.stop()
    this.#pause.end()
    this.#current.value = draft && { draft, traced: undefined, isReading: true, fault: undefined }
    if (draft) void this.#look()
  }

  #draft(): Draft | undefined {
    const shown = this.#session.picture?.shown
    return shown && draftOf(shown)
  }

  #lookSoon(): void {
    this.#isDue = true
    if (!this.#isRunning && !this.#pause.isUnderWay) void this.#look()
  }

  async #look(): Promise<void> {
    this.#isDue = false
    this.#isRunning = true
    const begun = performance.now()
    // A store that closes meanwhile has nothing to show.
    await this.#read().catch(() => undefined)
    this.#isRunning = false
    this.#pause.begin(Math.max(rest, (performance.now() - begun) * share), () => {
      if (this.#isDue) void this.#look()
    })
  }

  async #read(): Promise<void> {
    const { store, picture } = this.#session
    const draft = this.#draft()
    if (!store || !picture || !draft) return
    const known = [this.#steps, this.run].find((run) => run.hasTraced(draft))
    if (known && !(await known.isOutdated(store, picture))) return this.#show(draft, known)
    await this.run.start(store, draft)
    if (this.run.state.kind === 'done') this.#show(draft, this.run)
  }

  #show(draft: Draft, { traced, fault }: TraceRun): void {
    const current = this.#current.peek()
    // Another projection may be shown by now.
    if (!current || !isSameDraft(current.draft, draft)) return
    const opened = fault && traced?.draft !== draft ? undefined : traced
    if (!current.isReading && current.traced === opened) return
    this.#current.value = { draft, traced: opened, isReading: false, fault: opened ? undefined : fault }
  }
}
