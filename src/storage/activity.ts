// Notices that a transaction awaits something foreign, the way IndexedDB does: it ends when no request keeps it going.

/**
 * Rounds of the microtask queue that may pass without a request. Memory answers within a few rounds, so only work that
 * waits for a timer, a message or the network lets so many pass; IndexedDB would commit at that moment.
 */
const patience = 1000

export interface Activity {
  /** Called by every request. @throws DOMException `TransactionInactiveError` once the transaction has ended. */
  use(): void
  /** @returns whether the transaction was still active until now. */
  end(): boolean
}

/** @param onIdle called at most once, when the transaction has ended because its work awaits something foreign. */
export function watchActivity(onIdle: () => void): Activity {
  const now = Promise.resolve()
  let isActive = true
  let idleRounds = 0

  // Counted in microtasks and not with a timer: nothing is left behind, and fake clocks cannot stop it.
  const countRound = () => {
    if (!isActive) return
    if (++idleRounds <= patience) {
      void now.then(countRound)
      return
    }
    isActive = false
    onIdle()
  }
  void now.then(countRound)

  return {
    use() {
      if (!isActive) throw inactiveError()
      idleRounds = 0
    },
    end() {
      const was = isActive
      isActive = false
      return was
    },
  }
}

/** What a call on an ended transaction rejects with, in every implementation; a bug of the caller. */
export const inactiveError = (cause?: unknown): DOMException =>
  Object.assign(
    new DOMException(
      'This transaction of the storage has ended: inside `work` only promises of the transaction itself may be awaited.',
      'TransactionInactiveError',
    ),
    cause === undefined ? {} : { cause },
  )
