// Loads the engine and makes the store of one embed: in memory, with a log of its requests.

import type { Store } from '../engine/store.ts'
import { storeAddress } from './session.ts'

/** How many exchanges the request panel can show. */
const requestLog = 200

export async function createPlaygroundStore(): Promise<Store> {
  const { createStore } = await import('../engine/store.ts')
  return createStore({ baseUrl: storeAddress, requestLog })
}
