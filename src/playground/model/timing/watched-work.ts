// Computes something from a session's draft and store while its outcome is visible, and again after each change, once changes pause.

import { computed, effect, signal, untracked } from '@preact/signals-core'
import type { Store } from '../../../engine/store.ts'
import { Pause } from '../../kit/pause.ts'
import type { Draft } from '../draft/draft.ts'
import type { PlaygroundSession } from '../session.ts'

export interface Work<Outcome> {
  /** Milliseconds without a change before it begins. */
  readonly calm: number
  /** The outcome while it is hidden, or there is nothing to compute. */
  readonly none: Outcome
  /** What it depends on besides draft, store and events: values of signals. */
  readonly causes?: readonly (() => unknown)[]
  /** Called with each change. @returns whether there is something to do. */
  onChange?(): boolean
  /** Must not reject. @param signal aborted by the next change, after which the outcome is forgotten. */
  compute(store: Store, draft: Draft, signal: AbortSignal): Promise<Outcome>
}

export class WatchedWork<Outcome> {
  readonly #session: PlaygroundSession
  readonly #work: Work<Outcome>
  readonly #outcome
  readonly #viewers = new Set<object>()
  readonly #pause = new Pause()
  #controller: AbortController | undefined

  /** Follows the session as long as that lives. */
  constructor(session: PlaygroundSession, work: Work<Outcome>) {
    this.#session = session
    this.#work = work
    this.#outcome = signal(work.none)
    // Pictures come without any of these being another, too.
    const causes = [() => session.picture?.lastEvent, ...(work.causes ?? [])].map((cause) => computed(cause))
    effect(() => {
      for (const cause of causes) void cause.value
      const { draft, store } = session
      untracked(() => this.#follow(draft, store))
    })
  }

  /** The last outcome; that of an earlier draft until the next one is there. */
  get current(): Outcome {
    return this.#outcome.value
  }

  /** Shows an outcome in the place of the last one. */
  show(outcome: Outcome): void {
    this.#outcome.value = outcome
  }

  /** Notes that an element shows the outcome, or no longer does. Nothing runs for elements out of sight. */
  attend(element: object, isVisible: boolean): void {
    if (isVisible === this.#viewers.has(element)) return
    if (isVisible) this.#viewers.add(element)
    else this.#viewers.delete(element)
    untracked(() => this.#follow(this.#session.draft, this.#session.store))
  }

  #follow(draft: Draft, store: Store | undefined): void {
    this.#controller?.abort()
    this.#pause.end()
    const isDue = this.#work.onChange?.() ?? true
    if (!store || this.#viewers.size === 0 || !isDue) return this.show(this.#work.none)
    const controller = new AbortController()
    this.#controller = controller
    this.#pause.begin(this.#work.calm, () => void this.#compute(store, draft, controller.signal))
  }

  async #compute(store: Store, draft: Draft, signal: AbortSignal): Promise<void> {
    const outcome = await this.#work.compute(store, draft, signal)
    if (!signal.aborted) this.show(outcome)
  }
}
