// Makes a store for one question about another; apart from the engine's loader, which the elements need before they have a store.

import type { Release } from '../../../base/release/facts.ts'
import { namedRelease } from '../../../base/release/releases.ts'
import type { Store } from '../../../engine/store.ts'
import { loadEngine } from './load-engine.ts'

/** Does work with a store of its own, which is closed then. @param release that of another store; default: the scenario's. */
export async function inFreshStore<T>(release: Release | undefined, work: (store: Store) => Promise<T>): Promise<T> {
  const create = await loadEngine()
  const store = create(() => undefined, release && namedRelease(release))
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
