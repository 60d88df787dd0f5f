// A lock for transactions: readers share it, a writer has it alone, in the order of asking.

type Kind = 'read' | 'write'

export function createReadWriteLock() {
  const queue: { readonly kind: Kind; readonly start: () => void }[] = []
  let readers = 0
  let writing = false

  const startNext = () => {
    while (queue.length > 0 && !writing && (queue[0]!.kind === 'read' || readers === 0)) queue.shift()!.start()
  }

  const begin = (kind: Kind): (() => void) => {
    if (kind === 'read') readers++
    else writing = true
    let ended = false
    return () => {
      if (ended) return
      ended = true
      if (kind === 'read') readers--
      else writing = false
      startNext()
    }
  }

  /** Waits for the lock. @returns a function that releases it; further calls do nothing. */
  const acquire = (kind: Kind): Promise<() => void> =>
    new Promise((resolve) => {
      queue.push({ kind, start: () => resolve(begin(kind)) })
      startNext()
    })

  return {
    acquire,
    /** Resolves when all present holders and waiters have released the lock. */
    idle: async (): Promise<void> => (await acquire('write'))(),
  }
}
