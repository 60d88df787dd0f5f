// Tells those who watch a store from afar that it has changed: its content, its requests, or what the control routes have set.

import type { RealTime } from '../base/time/real-time.ts'
import type { Store } from '../engine/store.ts'

/** Only hints: they are merged, and who wants to know reads again. */
export type StoreChange =
  { readonly kind: 'content' | 'requests' | 'control' } | { readonly kind: 'self-feeding'; readonly projection: string }

/** Control routes have changed something: a clock, faults, the list of stores. */
export class ControlChanges {
  readonly #listeners = new Set<() => void>()

  tell(): void {
    for (const listener of this.#listeners) listener()
  }

  /** @returns a function that ends it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

export interface WatchedStore {
  readonly store: Pick<Store, 'onChange' | 'onSelfFeeding' | 'requests'>
  readonly changes: Pick<ControlChanges, 'listen'>
  /** Whether the store is there still. */
  readonly isOpen: () => boolean
  readonly time: Pick<RealTime, 'after'>
  readonly signal: AbortSignal
}

/** Milliseconds for which changes are gathered: a running projection changes a store hundreds of times a second. */
const gathering = 50

/** Goes on until the signal aborts or the store is closed. */
export async function* changesOf({ store, changes, isOpen, time, signal }: WatchedStore): AsyncGenerator<StoreChange, void> {
  const gathered = new Map<string, StoreChange>()
  let wake = (): void => undefined
  const tell = (change: StoreChange): void => {
    gathered.set(change.kind === 'self-feeding' ? `${change.kind} ${change.projection}` : change.kind, change)
    wake()
  }
  const asked = (): void => tell({ kind: 'requests' })
  const stop = (): void => wake()
  signal.addEventListener('abort', stop)
  const ends = [
    store.onChange(() => tell({ kind: 'content' })),
    store.requests.subscribe(asked, asked),
    store.onSelfFeeding((projection) => tell({ kind: 'self-feeding', projection })),
    changes.listen(() => tell({ kind: 'control' })),
    () => signal.removeEventListener('abort', stop),
  ]
  try {
    while (!signal.aborted && isOpen()) {
      if (gathered.size === 0) await new Promise<void>((resolve) => (wake = resolve))
      await new Promise<void>((resolve) => time.after(gathering, resolve, { background: true }))
      const told = [...gathered.values()]
      gathered.clear()
      yield* told
    }
  } finally {
    for (const end of ends) end()
  }
}
