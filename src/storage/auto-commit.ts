// Ends a transaction that awaits something foreign, as IndexedDB does: without a request under way it commits.

/**
 * Rounds of the microtask queue without a request under way. Work that continues needs a few; work that waits for a timer, a message
 * or the network lets them all pass, and IndexedDB would commit then.
 */
const patience = 1000

/** A bug of the caller. */
const inactive = 'This transaction of the storage has ended: inside `work` only promises of the transaction itself may be awaited.'

const now = Promise.resolve()

/** The requests of one transaction, from its beginning to its end. */
export class Activity {
  readonly #onIdle: () => void
  #isActive = true
  #isCounting = false
  #idleRounds = 0
  #underWay = 0

  /** @param onIdle called at most once, when the work awaits something foreign; the transaction takes no more requests then. */
  constructor(onIdle: () => void) {
    this.#onIdle = onIdle
    this.#goOn()
  }

  /** Whether the transaction still takes requests. */
  get isActive(): boolean {
    return this.#isActive
  }

  /** Called by every request. @throws DOMException `TransactionInactiveError` once the transaction has ended. */
  use(): void {
    if (!this.#isActive) throw new DOMException(inactive, 'TransactionInactiveError')
    this.#goOn()
  }

  /** Keeps the transaction active until the answer comes. */
  during<T>(answer: Promise<T>): Promise<T> {
    this.#underWay++
    answer.then(this.#answered, this.#answered)
    return answer
  }

  /** Ends the transaction. @returns whether it was active until now. */
  end(): boolean {
    const wasActive = this.#isActive
    this.#isActive = false
    return wasActive
  }

  readonly #answered = () => {
    this.#underWay--
    this.#goOn()
  }

  #goOn(): void {
    this.#idleRounds = 0
    if (!this.#isCounting) void this.#countRounds()
  }

  /** Counts in microtasks and not with a timer: nothing is left behind, and no fake clock can stop it. */
  async #countRounds(): Promise<void> {
    this.#isCounting = true
    do await now
    while (this.#isActive && this.#underWay === 0 && ++this.#idleRounds <= patience)
    this.#isCounting = false
    if (!this.#isActive || this.#underWay > 0) return
    this.#isActive = false
    this.#onIdle()
  }
}
