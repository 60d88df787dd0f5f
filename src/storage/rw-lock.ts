// A lock for transactions: readers share it, a writer has it alone, in the order of asking.

export function createReadWriteLock() {
  /** Settled once the newest writer has released the lock; `readers` are those that asked after it. */
  let written = Promise.resolve()
  let readers = new Set<Promise<void>>()

  /** Waits for the lock. @returns a function that releases it; further calls do nothing. */
  const acquire = async (kind: 'read' | 'write'): Promise<() => void> => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const inFront = kind === 'read' ? [written] : [written, ...readers]
    if (kind === 'read') {
      readers.add(released)
      void released.then(() => readers.delete(released))
    } else {
      written = released
      readers = new Set()
    }
    await Promise.all(inFront)
    return release
  }

  return {
    acquire,
    /** Resolves when all present holders and waiters have released the lock. */
    idle: async (): Promise<void> => (await acquire('write'))(),
  }
}
