// Ends a transaction that awaits something foreign, as IndexedDB does: without a request under way it commits.

/**
 * Rounds of the microtask queue without a request under way. Work that continues needs a few; work that waits for a timer, a message
 * or the network lets them all pass, and IndexedDB would commit then.
 */
const patience = 1000

/** A bug of the caller. */
const inactive = 'This transaction of the storage has ended: inside `work` only promises of the transaction itself may be awaited.'

export type Activity = ReturnType<typeof watchActivity>

/** @param onIdle called at most once, when the work awaits something foreign; the transaction takes no more requests then. */
export function watchActivity(onIdle: () => void) {
  const now = Promise.resolve()
  let isActive = true
  let isCounting = false
  let idleRounds = 0
  let underWay = 0

  // Counted in microtasks and not with a timer: nothing is left behind, and no fake clock can stop it.
  const countRounds = async () => {
    isCounting = true
    do await now
    while (isActive && underWay === 0 && ++idleRounds <= patience)
    isCounting = false
    if (!isActive || underWay > 0) return
    isActive = false
    onIdle()
  }

  const goOn = () => {
    idleRounds = 0
    if (!isCounting) void countRounds()
  }

  const answered = () => {
    underWay--
    goOn()
  }

  goOn()
  return {
    /** Whether the transaction still takes requests. */
    isActive: () => isActive,
    /** Called by every request. @throws DOMException `TransactionInactiveError` once the transaction has ended. */
    use(): void {
      if (!isActive) throw new DOMException(inactive, 'TransactionInactiveError')
      goOn()
    },
    /** Keeps the transaction active until the answer comes. */
    during<T>(answer: Promise<T>): Promise<T> {
      underWay++
      answer.then(answered, answered)
      return answer
    },
    /** Ends the transaction. @returns whether it was active until now. */
    end(): boolean {
      const wasActive = isActive
      isActive = false
      return wasActive
    },
  }
}
