// A reader's question what would have come out had some events been otherwise: asked of copies of the store, which is never touched.

import { signal } from '@preact/signals-core'
import type { Scenario } from '../../../engine/scenario/scenario.ts'
import type { Store } from '../../../engine/store.ts'
import { oneEach } from '../../kit/one-each.ts'
import type { Draft } from '../draft/draft.ts'
import type { PlaygroundSession } from '../session.ts'
import { inFreshStore } from '../store/fresh-store.ts'
import { TraceRun } from '../trace/trace-run.ts'
import type { TracedQuery } from '../trace/trace-run.ts'
import type { Trouble } from '../trouble.ts'
import { troubleOf } from '../trouble.ts'
import type { RunDifference } from './compare-runs.ts'
import { compareRuns } from './compare-runs.ts'
import type { EventEdit } from './edits.ts'
import { editedScenario, numbersBefore, tookEffect, withEdit } from './edits.ts'

export type WhatIfAnswer =
  | { readonly kind: 'none' | 'running' }
  /** An edit leaves the event as it is, or a projection of the store writes it anew. */
  | { readonly kind: 'without-effect' }
  | { readonly kind: 'failed'; readonly trouble: Trouble }
  | {
      readonly kind: 'answered'
      readonly difference: RunDifference
      /** Of the store in which it had always been so. */
      readonly scenario: Scenario
      /** Streams that copies of the store lack. */
      readonly leftOut: readonly string[]
    }

/** The one question of a session. */
export const whatIfOf = oneEach((session: PlaygroundSession) => new WhatIf(session))

export class WhatIf {
  readonly #session: PlaygroundSession
  readonly #edits = signal<readonly EventEdit[]>([])
  readonly #answer = signal<WhatIfAnswer>({ kind: 'none' })
  #asking: AbortController | undefined

  constructor(session: PlaygroundSession) {
    this.#session = session
  }

  get edits(): readonly EventEdit[] {
    return this.#edits.value
  }

  get answer(): WhatIfAnswer {
    return this.#answer.value
  }

  /** @param draft the query of the steps. */
  async add(edit: EventEdit, draft: Draft): Promise<void> {
    await this.#ask(withEdit(this.edits, edit), draft)
  }

  async remove(edit: EventEdit, draft: Draft): Promise<void> {
    await this.#ask(
      this.edits.filter((each) => each !== edit),
      draft,
    )
  }

  discard(): void {
    this.#asking?.abort()
    this.#edits.value = []
    this.#answer.value = { kind: 'none' }
  }

  /** Puts the store with the edits in the place of the session's own; readers can take it back. */
  async branch(scenario: Scenario): Promise<void> {
    const { store } = this.#session
    if (!store) return
    const undo = await this.#session.prepareUndo({ kind: 'branched' })
    const before = await store.snapshot()
    try {
      await store.clear()
      await store.seed(scenario)
    } catch (error) {
      await store.restore(before)
      this.#answer.value = { kind: 'failed', trouble: troubleOf(error) }
      return
    }
    this.#session.undoing.offer(undo)
    this.discard()
  }

  async #ask(edits: readonly EventEdit[], draft: Draft): Promise<void> {
    this.discard()
    const { store } = this.#session
    if (!store || edits.length === 0) return
    this.#edits.value = edits
    this.#answer.value = { kind: 'running' }
    const { signal: aborted } = (this.#asking = new AbortController())
    const answer = await this.#find(store, edits, draft, aborted).catch((error: unknown): WhatIfAnswer => ({
      kind: 'failed',
      trouble: troubleOf(error),
    }))
    if (!aborted.aborted) this.#answer.value = answer
  }

  /** Both runs are of copies, so that only the edits can make a difference. */
  async #find(store: Store, edits: readonly EventEdit[], draft: Draft, aborted: AbortSignal): Promise<WhatIfAnswer> {
    const snapshot = await store.snapshot()
    if (!tookEffect(snapshot, edits)) return { kind: 'without-effect' }
    const users = this.#session.scenario?.users
    const { scenario, leftOut } = editedScenario(snapshot, edits)
    const before = await tracedCopy(store, editedScenario(snapshot, []).scenario, draft, aborted)
    const after = await tracedCopy(store, scenario, draft, aborted)
    const difference = compareRuns(before.history, after.history, numbersBefore(snapshot.events, edits))
    return { kind: 'answered', difference, scenario: { ...scenario, ...(users && { users }) }, leftOut }
  }
}

const tracedCopy = (store: Store, scenario: Scenario, draft: Draft, aborted: AbortSignal): Promise<TracedQuery> =>
  inFreshStore(store.release, async (copy) => {
    aborted.throwIfAborted()
    await copy.seed(scenario)
    const run = new TraceRun(() => undefined)
    aborted.addEventListener('abort', () => run.stop(), { once: true })
    aborted.throwIfAborted()
    await run.start(copy, draft)
    if (run.traced) return run.traced
    aborted.throwIfAborted()
    throw new Error(run.fault?.message ?? (run.state.kind === 'failed' ? run.state.trouble.what : ''))
  })
