// Notices that a transaction awaits something foreign, the way IndexedDB does: it ends when no request keeps it going.

/**
 * Rounds of the microtask queue that may pass while no request is under way. Work that goes on needs a few; work that waits
 * for a timer, a message or the network lets them all pass, and IndexedDB would commit at that moment.
 */
const patience = 1000

export interface Activity {
  /** Whether requests are still taken. */
  isActive(): boolean
  /** Called by every request. @throws DOMException `TransactionInactiveError` once the transaction has ended. */
  use(): void
  /** Keeps the transaction going until the answer is there. */
  during<T>(answer: Promise<T>): Promise<T>
  /** The work is done: nothing is taken any more. @returns whether it was active until now. */
  end(): boolean
}

/** @param onIdle called at most once, when the work has been found to await something foreign; requests are no longer taken then. */
export function watchActivity(onIdle: () => void): Activity {
  const now = Promise.resolve()
  let isActive = true
  let isCounting = false
  let idleRounds = 0
  let underWay = 0

  // Counted in microtasks and not with a timer: nothing is left behind, and no fake clock can stop it.
  const countRound = () => {
    isCounting = isActive && underWay === 0
    if (!isCounting) return
    if (++idleRounds <= patience) {
      void now.then(countRound)
      return
    }
    isActive = false
    onIdle()
  }

  const goOn = () => {
    idleRounds = 0
    if (isCounting) return
    isCounting = true
    void now.then(countRound)
  }

  const answered = () => {
    underWay--
    goOn()
  }

  goOn()
  return {
    isActive: () => isActive,
    use() {
      if (!isActive) throw inactiveError()
      goOn()
    },
    during(answer) {
      underWay++
      answer.then(answered, answered)
      return answer
    },
    end() {
      const wasActive = isActive
      isActive = false
      return wasActive
    },
  }
}

/** What a call on an ended transaction rejects with, in every implementation; a bug of the caller. */
const inactiveError = (): DOMException =>
  new DOMException(
    'This transaction of the storage has ended: inside `work` only promises of the transaction itself may be awaited.',
    'TransactionInactiveError',
  )
