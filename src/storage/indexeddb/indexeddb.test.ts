import { useFakeIndexedDb } from './fake-indexeddb.fixture.ts'
import { indexedDbStorage } from './indexeddb.ts'
import { sharedStorageContract } from '../storage.contract.ts'

sharedStorageContract('in IndexedDB', () => {
  useFakeIndexedDb()
  return { open: () => indexedDbStorage({ name: 'rillbox' }) }
})
