// Decides which tab runs the projections of a store, and whether opening it is a restart of the server or a hand-over (architecture §8, §14 #2).

import type { Environment, LockOptions, Locks } from '../../../base/platform/environment.ts'
import { isErrorNamed } from '../../../base/platform/realms.ts'

export interface LeadershipOptions {
  readonly environment: Environment
  /** Shared by all tabs of the store; undefined where no other tab can see the store. */
  readonly name: string | undefined
  /** Starts all projections anew: no other tab has the store open. */
  restart(): Promise<void>
  lead(): Promise<void>
  /** Another tab leads from now on. */
  retire(): Promise<void>
}

/** Without other tabs every lock is free at once. */
const freeLocks: Locks = { hold: (_name, _options, work) => work(true, new AbortController().signal) }

export class Leadership {
  readonly #options: LeadershipOptions
  readonly #locks: Locks
  /** Holds the shared lock until the store closes. */
  #presence: Promise<unknown> = Promise.resolve()
  /** The wait for the lead, and the lead itself. */
  #competition: Promise<void> | undefined
  /** While this tab leads: resolves once all projections are started. */
  #start: Promise<void> | undefined
  /** Ends the present wait for the lead: the tab takes it instead. */
  #waiting = new AbortController()
  readonly #closing = new AbortController()

  constructor(options: LeadershipOptions) {
    this.#options = options
    this.#locks = (options.name !== undefined && options.environment.locks) || freeLocks
  }

  /** Whether this tab runs the projections. */
  get isLeading(): boolean {
    return this.#start !== undefined
  }

  /** Restarts unless the store was written just now, and leads as soon as no other tab does. */
  async begin(isFresh: boolean): Promise<void> {
    await this.#stayAlive(`${this.#options.name}:alive`, isFresh)
    this.#compete()
    // Tabs that share a store do not wait for the one that leads.
    await this.#start
  }

  /** Takes the lead from a tab that is stuck. */
  steal(): void {
    if (this.isLeading) return
    this.#waiting.abort()
    this.#compete()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#waiting.abort()
    await Promise.all([this.#presence, this.#competition])
  }

  /** Holds the shared lock that marks the store as open. The tab that finds it free restarts before any other tab gets past it. */
  async #stayAlive(lockName: string, isFresh: boolean): Promise<void> {
    const { promise: alive, resolve: isAlive } = Promise.withResolvers<void>()
    await this.#locks.hold(lockName, { ifAvailable: true }, async (isAlone) => {
      if (isAlone && !isFresh) await this.#options.restart()
      // Requested while the exclusive lock is held, so that no tab comes in between.
      const held = this.#locks.hold(lockName, { mode: 'shared', signal: this.#closing.signal }, (_held, lost) => {
        isAlive()
        return this.#untilClosed(lost)
      })
      this.#presence = held.catch((error: unknown) => this.#isRefusal(error))
    })
    await alive
  }

  #compete(): void {
    this.#competition ??= this.#queue(`${this.#options.name}:projections`).finally(() => (this.#competition = undefined))
  }

  /** Queues for the lock while the store is open: again after a theft, not after a refusal of the browser. */
  async #queue(lockName: string): Promise<void> {
    for (let isRefused = false; !isRefused && !this.#closing.signal.aborted;) {
      const { signal } = this.#waiting
      const options: LockOptions = signal.aborted ? { steal: true } : { signal }
      const held = this.#locks.hold(lockName, options, (_held, lost) => this.#lead(lost))
      isRefused = await held.then(
        () => false,
        (error: unknown) => this.#isRefusal(error),
      )
    }
  }

  /** Leads until the lock is stolen or the store closes. */
  async #lead(lost: AbortSignal): Promise<void> {
    if (this.#closing.signal.aborted) return
    this.#waiting = new AbortController()
    try {
      this.#start = this.#options.lead()
      await this.#start
      await this.#untilClosed(lost)
    } finally {
      this.#start = undefined
      await this.#options.retire()
    }
  }

  #untilClosed(lost: AbortSignal): Promise<void> {
    const closing = this.#closing.signal
    return new Promise((resolve) => {
      if (closing.aborted || lost.aborted) return resolve()
      closing.addEventListener('abort', () => resolve())
      lost.addEventListener('abort', () => resolve())
    })
  }

  /**
   * A lock that is stolen or no longer wanted rejects as it should. Any other rejection is a browser that gives this page no more
   * locks, as WebKit does when the page goes away: asking again would never end.
   */
  #isRefusal(error: unknown): boolean {
    if (isErrorNamed(error, 'AbortError')) return false
    const isGoing = isErrorNamed(error, 'InvalidStateError')
    if (!this.#closing.signal.aborted && !isGoing) this.#options.environment.report(error)
    return true
  }
}
