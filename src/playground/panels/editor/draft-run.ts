// Runs the draft from its editor, and says how it went until something newer has happened.

import { untracked } from '@preact/signals-core'
import type { PlaygroundSession } from '../../model/session.ts'
import { troubleOf } from '../../model/trouble.ts'
import { faultText } from './fault-range.ts'
import type { ConnectedElement } from '../../model/connected-element.ts'

export class DraftRun {
  readonly #host: ConnectedElement
  readonly #check: () => Promise<void>
  #run = 0
  isRunning = false
  /** Outcome of the last run. */
  news = ''
  /** Reason why the last run failed. */
  alarm = ''
  /** The last event when it was said. */
  #saidAt: string | undefined

  /** @param check finds the fault of the draft that a run has shown. */
  constructor(host: ConnectedElement, check: () => Promise<void>) {
    this.#host = host
    this.#check = check
  }

  /** Replaces what was said; empty texts clear it. */
  say(news: string, alarm = ''): void {
    this.news = news
    this.alarm = alarm
    this.#saidAt = this.#lastEvent
    this.#host.requestUpdate()
  }

  get #lastEvent(): string | undefined {
    return untracked(() => this.#host.session?.picture?.lastEvent)
  }

  /** What was said is old once another event has come. */
  forgetIfOld(): void {
    if (!this.isRunning && this.#saidAt !== this.#lastEvent) this.say('')
  }

  /** Never rejects. */
  async start(): Promise<void> {
    const { session } = this.#host
    if (!session || session.readonly || this.isRunning) return
    const run = ++this.#run
    this.isRunning = true
    this.say('')
    const { name, refusal } = await send(session)
    this.isRunning = false
    this.#host.requestUpdate()
    if (session !== this.#host.session) return
    if (refusal !== undefined) return this.say('', refusal)
    session.select({ ...session.selection, projection: name, partition: undefined })
    await this.#tell(session, name, () => run === this.#run && session === this.#host.session)
  }

  /** @param isLast whether no other run has begun meanwhile. */
  async #tell(session: PlaygroundSession, name: string, isLast: () => boolean): Promise<void> {
    const { newsOf } = await import('../../model/draft/run-draft.ts')
    const news = await newsOf(session, name)
    await this.#check()
    if (isLast()) this.say(session.fault ? '' : news, session.fault && faultText(session.fault))
  }
}

/** Never rejects. */
async function send(session: PlaygroundSession): Promise<{ readonly name: string; readonly refusal: string | undefined }> {
  try {
    const { runDraft } = await import('../../model/draft/run-draft.ts')
    const { name } = session.draft
    return { name, refusal: await runDraft(session) }
  } catch (error) {
    return { name: '', refusal: troubleOf(error).what }
  }
}
