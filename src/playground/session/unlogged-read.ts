// Reads from the store without being seen in its request log: what panels show.

import { isStoreError } from '../../base/errors.ts'
import type { Store } from '../../engine/store.ts'
import { addressOf } from './store-address.ts'

/**
 * @param path from the root of the store, with its query.
 * @returns undefined where the answer is anything but a success, or the store has been closed.
 */
export async function readUnlogged<T>(store: Store, path: string): Promise<T | undefined> {
  const text = await readTextUnlogged(store, path)
  return text === undefined || text === '' ? undefined : (JSON.parse(text) as T)
}

/** The same, as text. */
export async function readTextUnlogged(store: Store, path: string): Promise<string | undefined> {
  const headers = { Accept: path.startsWith('/streams/') ? 'application/vnd.eventstore.atom+json' : '*/*' }
  const response = await unlessClosed(store.direct(new Request(`${addressOf(store)}${path}`, { headers })))
  return response?.ok ? response.text() : undefined
}

/** What is asked of a store that is closed meanwhile comes to nothing. */
export function unlessClosed<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: unknown) => {
    if (isStoreError(error, 'storage-closed')) return undefined
    throw error
  })
}
