// Runs one projection until its run ends, another writer takes over, or `stop` is called.

import type { CommitHint } from '../../storage/storage.ts'
import { awaitedIndexing, longestWait } from './turns/indexing.ts'
import type { EngineV2Session } from '../engine-v2/session.ts'
import type { RunSession } from './run-session.ts'
import { openSession } from './run-session.ts'
import type { Services } from '../services.ts'
import { indexIn } from '../model/source.ts'
import { isOfUsers, isSystemStream } from '../../streams/system.ts'
import { createTimeSlice } from '../../base/time/time-slice.ts'

export class Runner {
  /** Resolves when the projection has caught up with its source for the first time, or is done. */
  readonly caughtUp: Promise<void>
  /** Resolves when the runner has let go of the run; `failed` where the environment failed it. Never rejects. */
  readonly done: Promise<'done' | 'failed'>
  readonly #services: Services
  readonly #name: string
  readonly #rests: () => void
  readonly #isCaughtUp: () => void
  readonly #timeSlice = createTimeSlice()
  #session: RunSession | EngineV2Session | undefined
  #readsLinks = false
  #isStopped = false
  #isResting = false
  /** Whether something was written since the last read of the source began. */
  #isDue = false
  #goOn: (() => void) | undefined

  /** @param rests called whenever the runner has reached the end of its source, or is done. */
  constructor(services: Services, name: string, rests: () => void) {
    this.#services = services
    this.#name = name
    this.#rests = rests
    const { promise, resolve } = Promise.withResolvers<void>()
    this.caughtUp = promise
    this.#isCaughtUp = resolve
    this.done = this.#run()
  }

  /** Whether the commit may concern the projection. Before the first session it is not known what that reads. */
  isConcernedBy(commit: CommitHint): boolean {
    return !this.#session || concerns(this.#session, commit)
  }

  /** Whether it reads a stream that the system projections write. */
  get readsLinks(): boolean {
    return this.#readsLinks
  }

  /** Resumes, and notes that there is something to do, for a runner that is just about to wait. */
  wake(): void {
    this.#isDue = true
    this.#goOn?.()
  }

  /** Finishes the present commit and nothing more. */
  stop(): void {
    this.#isStopped = true
    this.#session?.stop()
    this.#goOn?.()
  }

  /** Whether it has something to do. */
  isWorking(): boolean {
    return !this.#isResting || this.#isDue
  }

  async #run(): Promise<'done' | 'failed'> {
    try {
      await this.#untilIndexed()
      while ((await this.#runOnce()) === 'again' && !this.#isStopped);
      return 'done'
    } catch (error) {
      this.#services.environment.report(error)
      return 'failed'
    } finally {
      this.#isCaughtUp()
      this.#isDue = false
      this.#isResting = true
      this.#rests()
    }
  }

  /** Before there is a session, every commit wakes the runner. */
  async #untilIndexed(): Promise<void> {
    const isOver = await this.#inTurn(() => awaitedIndexing(this.#services, this.#name))
    if (!isOver) return
    const cancel = this.#services.environment.after(longestWait, () => this.wake())
    for (this.#isDue = false; !this.#isStopped && !(await this.#inTurn(isOver)); this.#isDue = false) await this.#woken()
    cancel()
  }

  async #runOnce(): Promise<'done' | 'again'> {
    if (this.#isStopped) return 'done'
    const owner = { timeSlice: this.#timeSlice, onRead: this.#onRead }
    const session = await this.#inTurn(() => openSession(this.#services, this.#name, owner))
    this.#session = session
    if (!session) return 'done'
    this.#readsLinks = session.streams?.some(isSystemStream) ?? false
    try {
      while (!this.#isStopped) {
        const stepped = await this.#inTurn(() => session.step())
        if (stepped === 'fenced') return 'again'
        if (stepped === 'ended') return 'done'
        if (stepped === 'resting') {
          this.#isCaughtUp()
          await this.#untilWoken()
        } else await this.#timeSlice.end()
      }
      return 'done'
    } finally {
      await session.close()
    }
  }

  /** Rests until there is something to do. */
  async #untilWoken(): Promise<void> {
    if (!this.#isDue && !this.#isStopped) {
      this.#isResting = true
      this.#rests()
    }
    await this.#woken()
    this.#isResting = false
  }

  /** Resolves when there may be something to do. */
  async #woken(): Promise<void> {
    if (this.#isDue || this.#isStopped) return
    await new Promise<void>((resolve) => (this.#goOn = resolve))
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const end = await this.#services.relay?.take(this.#name)
    try {
      return await work()
    } finally {
      end?.()
    }
  }

  readonly #onRead = (): void => {
    this.#isDue = false
  }
}

type Sources = Pick<RunSession | EngineV2Session, 'streams' | 'readsSystemStreams'>

function concerns({ streams, readsSystemStreams }: Sources, commit: CommitHint): boolean {
  if (!commit.streams) return true
  if (streams) return commit.streams.some((stream) => indexIn(streams, stream) >= 0)
  return readsSystemStreams ? commit.streams.length > 0 : commit.streams.some(isOfUsers)
}
