// Puts an empty IndexedDB of its own into the globals, where the platform has none.

import * as fake from 'fake-indexeddb'
import { vi } from 'vitest'

/** @returns the factory that `indexedDB` is from now on. */
export function useFakeIndexedDb(): IDBFactory {
  for (const [name, value] of Object.entries(fake)) if (name.startsWith('IDB')) vi.stubGlobal(name, value)
  const factory = new fake.IDBFactory()
  vi.stubGlobal('indexedDB', factory)
  return factory
}
