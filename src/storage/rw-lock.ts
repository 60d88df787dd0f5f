// A lock for transactions: readers share it, a writer has it alone, in the order of asking.

export interface ReadWriteLock {
  /** Waits for the lock. @returns a function that releases it; further calls do nothing. */
  acquire(kind: 'read' | 'write'): Promise<() => void>
  /** Resolves when all present holders and waiters have released the lock. */
  idle(): Promise<void>
}

interface Waiting {
  readonly kind: 'read' | 'write'
  readonly start: () => void
}

export function createReadWriteLock(): ReadWriteLock {
  const queue: Waiting[] = []
  let readers = 0
  let writing = false

  const mayStart = (kind: 'read' | 'write') => !writing && (kind === 'read' || readers === 0)

  const startNext = () => {
    while (queue.length > 0 && mayStart(queue[0]!.kind)) queue.shift()!.start()
  }

  const begin = (kind: 'read' | 'write'): (() => void) => {
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

  const acquire = (kind: 'read' | 'write'): Promise<() => void> =>
    new Promise((resolve) => {
      queue.push({ kind, start: () => resolve(begin(kind)) })
      startNext()
    })

  return {
    acquire,
    idle: async () => {
      const end = await acquire('write')
      end()
    },
  }
}
