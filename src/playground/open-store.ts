// Loads the engine and makes the store of one embed: in memory, with a log of its requests.

import type { Store } from '../engine/store.ts'
import { storeAddress } from './session.ts'

/** How many exchanges the request panel can show. */
const requestLog = 200

/** All embeds of a page together: an article with many of them must not start a thread for every query that it shows. */
const mostWorkers = 6

let loading: Promise<() => Store> | undefined

/**
 * Begins to load what a store needs, so that it is there when one is made.
 *
 * @returns a function that makes stores; each is in memory, and nobody else's.
 */
export function loadEngine(): Promise<() => Store> {
  loading ??= load().catch((error: unknown) => {
    // What could not be loaded may be there when it is tried again.
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<() => Store> {
  const { createStore, openByPlatform } = await import('../engine/store.ts')
  const openQuery = openByPlatform({ mostWorkers })
  return () => createStore({ baseUrl: storeAddress, requestLog, openQuery })
}

export async function createPlaygroundStore(): Promise<Store> {
  const create = await loadEngine()
  return create()
}
