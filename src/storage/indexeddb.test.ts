import { IDBFactory } from 'fake-indexeddb'
import * as fake from 'fake-indexeddb'
import { vi } from 'vitest'
import { indexedDbStorage } from './indexeddb.ts'
import { sharedStorageContract } from './storage.contract.ts'

for (const [name, value] of Object.entries(fake)) if (name.startsWith('IDB')) vi.stubGlobal(name, value)

sharedStorageContract('in IndexedDB', () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  return { open: () => indexedDbStorage({ name: 'rillbox' }) }
})
