// Starts a store with a component and stops it with it.

import { useEffect, useState } from 'react'
import type { Store } from '../engine/store.ts'

/** A store that a component may start: of `createStore`, or of `startStore`, which has to be stopped. */
export interface StartableStore extends Pick<Store, 'close'> {
  stop?(): Promise<void>
}

/**
 * Starts a store when the component is mounted, and stops it when it is unmounted; under StrictMode it does both twice, and the store is
 * there in the end. On a server it does nothing.
 *
 * @param start called once per mount, e.g. `() => startStore({ baseUrl: '/_store' })` or `() => createStore()`.
 * @returns undefined until the store has started.
 * @throws the error of `start`, into the nearest error boundary.
 */
export function useStore<Started extends StartableStore>(start: () => Started | Promise<Started>): Started | undefined {
  const [outcome, setOutcome] = useState<{ readonly store: Started } | { readonly error: unknown }>()
  useEffect(() => {
    let isMounted = true
    const starting = Promise.resolve().then(() => start())
    starting.then(
      (store) => isMounted && setOutcome({ store }),
      (error: unknown) => isMounted && setOutcome({ error }),
    )
    return () => {
      isMounted = false
      setOutcome(undefined)
      // A failed start has reported its error, or the component is gone.
      starting.then((store) => (store.stop ? store.stop() : store.close())).catch(() => undefined)
    }
  }, [])
  if (outcome && 'error' in outcome) throw outcome.error
  return outcome?.store
}
