// Computes something from a session's draft and store while its outcome is visible, and again after each change, once changes pause.

import { computed, effect, untracked } from '@preact/signals-core'
import type { Store } from '../../../engine/store.ts'
import { Pause } from '../../kit/pause.ts'
import type { Draft } from '../draft/draft.ts'
import type { PlaygroundSession } from '../session.ts'

export interface Work {
  /** Milliseconds without a change before it begins. */
  readonly calm: number
  /** What it depends on besides draft, store and events: values of signals. */
  readonly causes?: readonly (() => unknown)[]
  /** Called with each change. @returns whether there is something to do. */
  onChange?(): boolean
  /** Called when the work stops: its outcome is hidden, or there is nothing to compute. */
  onNone(): void
  /** @param signal aborted by the next change. */
  run(store: Store, draft: Draft, signal: AbortSignal): void
}

export class WatchedWork {
  readonly #session: PlaygroundSession
  readonly #work: Work
  readonly #viewers = new Set<object>()
  readonly #pause = new Pause()
  #controller: AbortController | undefined

  /** Follows the session as long as that lives. */
  constructor(session: PlaygroundSession, work: Work) {
    this.#session = session
    this.#work = work
    // Pictures come without any of these being another, too.
    const causes = [() => session.picture?.lastEvent, ...(work.causes ?? [])].map((cause) => computed(cause))
    effect(() => {
      for (const cause of causes) void cause.value
      const { draft, store } = session
      untracked(() => this.#follow(draft, store))
    })
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
    if (!store || this.#viewers.size === 0 || !isDue) return this.#work.onNone()
    const controller = new AbortController()
    this.#controller = controller
    this.#pause.begin(this.#work.calm, () => this.#work.run(store, draft, controller.signal))
  }
}
