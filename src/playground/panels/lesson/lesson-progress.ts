// Follows a lesson in an open store: sends what its steps send, and finds out which promises are kept.

import type { Instead } from '../../../engine/scenario/lesson-promises.ts'
import { broken, contentOf } from '../../../engine/scenario/lesson-promises.ts'
import type { LessonPromise, LessonStep } from '../../../engine/scenario/scenario.ts'
import type { Store } from '../../../engine/store.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { statusLine } from '../../model/store/refusal.ts'
import { troubleOf } from '../../model/trouble.ts'

/** What the reader sees of one step. */
export interface StepProgress {
  readonly step: LessonStep
  /** `kept` stays, whatever later steps change. */
  readonly state: 'open' | 'sending' | 'kept' | 'broken'
  /** E.g. `201 Created`; the reason where nothing answered. */
  readonly answer: string | undefined
  /** For each promise what the store has instead; undefined for one that is kept, or not looked at yet. */
  readonly instead: ReadonlyMap<LessonPromise, Instead>
}

const opened = (step: LessonStep): StepProgress => ({ step, state: 'open', answer: undefined, instead: new Map() })

/** Promises that the store can be asked about, at any time. */
const aboutStore = ({ expect = [] }: LessonStep) => expect.filter((promise) => !('status' in promise))

const spelled = (instead: StepProgress['instead']): string => JSON.stringify([...instead.values()])

/** The progress of one reader in one lesson. */
export class LessonProgress {
  readonly store: Store
  readonly #session: PlaygroundSession
  readonly #changed: () => void
  steps: readonly StepProgress[]
  /** The step whose turn it is, after how many requests, and what the store had instead of its promises then, as JSON. */
  #turn: { readonly index: number; readonly done: number; readonly instead: string } | undefined

  /** @param changed called after every change of `steps`. */
  constructor(session: PlaygroundSession, store: Store, changed: () => void) {
    this.store = store
    this.#session = session
    this.#changed = changed
    this.steps = (session.scenario?.lesson ?? []).map(opened)
  }

  /** Looks again at the steps that send nothing and are not kept yet: the reader may have done what they say. */
  async look(): Promise<void> {
    await this.store.settled()
    for (const [index, { step, state }] of this.steps.entries())
      if (!step.send && step.expect?.length && state !== 'kept') await this.#check(index)
    await this.#lookAtNext()
  }

  /**
   * The next step that the store can judge may be done by hand, without its request: its promises were broken when its turn came, and are
   * kept now. So are the requests before it of which only the answer was promised. A store that changed in another way shows what still differs.
   */
  async #lookAtNext(): Promise<void> {
    const index = this.steps.findIndex(({ step, state }) => state !== 'kept' && aboutStore(step).length > 0)
    const next = this.steps[index]
    if (!next?.step.send || this.#isSending) return
    const found = await this.#broken(aboutStore(next.step))
    if (this.#isSending) return
    const done = this.steps.filter(({ step, state }) => step.send && state === 'kept').length
    const text = spelled(found)
    // Otherwise it is only the step's request that makes the difference, for example one that is sent twice.
    if (this.#turn?.index !== index || this.#turn.done !== done) this.#turn = { index, done, instead: text }
    const isTouched = this.#turn.instead !== text
    if (found.size === 0 && isTouched) {
      const doneWithIt = [...this.steps.entries()].filter(([at, { step, state }]) => at <= index && step.send && state !== 'kept')
      for (const [at] of doneWithIt) this.#set(at, { state: 'kept', instead: new Map() })
    } else {
      const instead: typeof found = isTouched || next.state === 'broken' ? found : new Map()
      if (spelled(instead) !== spelled(next.instead)) this.#set(index, { instead })
    }
  }

  get #isSending(): boolean {
    return this.steps.some(({ state }) => state === 'sending')
  }

  /** Ticks a step that the store cannot judge. */
  tick(index: number): void {
    this.#set(index, { state: 'kept' })
  }

  /** Sends the request of a step, and checks its promises once projections have settled. */
  async send(index: number): Promise<void> {
    const { step, state } = this.steps[index]!
    const { send } = step
    if (!send || state === 'sending') return
    this.#set(index, { state: 'sending', answer: undefined })
    try {
      const response = await this.#session.send(send.method, send.path, contentOf(send))
      this.#set(index, { answer: statusLine(response) })
      // Shows the projection's new query in the editor.
      const isDraft = send.method === 'PUT' && send.path === `/projection/${this.#session.draft.name}/query` && response.ok
      if (isDraft && typeof send.body === 'string') this.#session.edit({ query: send.body })
      await this.store.settled()
      await this.#check(index, response.status)
      await this.#lookAtNext()
    } catch (error) {
      this.#set(index, { state: 'broken', answer: troubleOf(error).what })
    }
  }

  async #check(index: number, status?: number): Promise<void> {
    const instead = await this.#broken(this.steps[index]!.step.expect ?? [], status)
    this.#set(index, { state: instead.size === 0 ? 'kept' : 'broken', instead })
  }

  async #broken(promises: readonly LessonPromise[], status?: number): Promise<StepProgress['instead']> {
    const found = await Promise.all(promises.map(async (promise) => [promise, await broken(this.store, promise, status)] as const))
    return new Map(found.flatMap(([promise, value]) => (value === undefined ? [] : [[promise, value] as const])))
  }

  #set(index: number, change: Partial<StepProgress>): void {
    this.steps = this.steps.map((each, at) => (at === index ? { ...each, ...change } : each))
    this.#changed()
  }
}
