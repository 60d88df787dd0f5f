// Decides whose transaction may run: readers together, a writer alone, in the order in which they asked.

export interface ReadWriteLock {
  /** Waits for a turn. @returns a function that ends it; calling it again does nothing. */
  acquire(kind: 'read' | 'write'): Promise<() => void>
  /** Resolves when every turn asked for so far has ended. */
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
