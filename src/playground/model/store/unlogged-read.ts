// Reads panel content from the store without leaving entries in its request log.

import type { Store } from '../../../engine/store.ts'
import { addressOf } from './store-address.ts'
import { unlessClosed } from './unless-closed.ts'

/**
 * @param path from the root of the store, with the query string.
 * @returns undefined if the request fails or the store is closed.
 */
export async function readUnlogged<T>(store: Store, path: string): Promise<T | undefined> {
  const text = await readTextUnlogged(store, path)
  return text === undefined || text === '' ? undefined : (JSON.parse(text) as T)
}

/** Like {@link readUnlogged}, without parsing. */
export async function readTextUnlogged(store: Store, path: string): Promise<string | undefined> {
  const headers = { Accept: path.startsWith('/streams/') ? 'application/vnd.eventstore.atom+json' : '*/*' }
  const response = await unlessClosed(store.direct(new Request(`${addressOf(store)}${path}`, { headers })))
  return response?.ok ? await response.text() : undefined
}
