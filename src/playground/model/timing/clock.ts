// The one clock of a session: lets its readings look again after changes of the store, seldom enough not to slow the store down.

import { rest } from '../../kit/pause.ts'

/** Milliseconds for which changes are gathered: a running projection changes the store hundreds of times a second. */
const gathering = 50
/** Milliseconds between two ticks; slow readings are further apart, by multiples of their duration, up to a limit. */
const shortest = 150
const share = 4
const longest = 1_000

/** Looks at the store; must not reject. The next tick waits for it. */
export type StoreReading = () => Promise<void> | void

export class SessionClock {
  readonly #first: StoreReading
  readonly #readings = new Set<StoreReading>()
  #isDue = false
  #isRunning = false
  /** Resolves at the end of the present or next tick. */
  #ticked: PromiseWithResolvers<void> | undefined

  /** @param first a reading that the others build on. */
  constructor(first: StoreReading) {
    this.#first = first
  }

  /** @returns a function that ends the readings. */
  onTick(read: StoreReading): () => void {
    this.#readings.add(read)
    return () => this.#readings.delete(read)
  }

  /** Tells that the store has changed. */
  touch(): void {
    this.#isDue = true
    this.#ticked ??= Promise.withResolvers()
    if (!this.#isRunning) void this.#run()
  }
  /** Resolves when the readings know of every change that was told so far: at once where there was none. */
  async caughtUp(): Promise<void> {
    while (this.#ticked) await this.#ticked.promise
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    await rest(gathering)
    while (this.#isDue) {
      this.#isDue = false
      const begun = performance.now()
      await this.#first()
      await Promise.all([...this.#readings].map(async (read) => await read()))
      if (!this.#isDue) {
        const ticked = this.#ticked
        this.#ticked = undefined
        ticked?.resolve()
      }
      await rest(Math.min(longest, Math.max(shortest, (performance.now() - begun) * share)))
    }
    this.#isRunning = false
  }
}
