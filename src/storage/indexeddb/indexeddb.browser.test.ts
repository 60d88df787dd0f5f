import { deleteDB } from 'idb'
import { indexedDbStorage } from './indexeddb.ts'
import { sharedStorageContract } from '../storage.contract.ts'

let count = 0

sharedStorageContract("in the browser's IndexedDB", () => {
  const name = `contract-${count++}`
  return { open: () => indexedDbStorage({ name }), remove: () => deleteDB(name) }
})
