// Tells which streams the store holds, by asking the store itself: a request for a missing one would be a 404, which browsers print in red.

import type { Store } from 'rillbox'

export interface Streams {
  readonly has: (name: string) => Promise<boolean>
  /** Resolves once the stream is there. Rejects when the signal aborts. */
  readonly until: (name: string, signal: AbortSignal) => Promise<void>
}

export function streamsOf(store: Store): Streams {
  const has = async (name: string): Promise<boolean> =>
    (await store.inspect()).streams.some((stream) => stream.name === name && stream.events > 0)

  return {
    has,
    async until(name, signal) {
      let change = Promise.withResolvers<void>()
      const wake = (): void => change.resolve()
      const stop = store.onChange(wake)
      signal.addEventListener('abort', wake)
      try {
        while (!(await has(name))) {
          await change.promise
          signal.throwIfAborted()
          change = Promise.withResolvers()
        }
      } finally {
        stop()
      }
    },
  }
}
