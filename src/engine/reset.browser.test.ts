import { deleteDB } from 'idb'
import { indexedDbStorage } from '../storage/indexeddb/indexeddb.ts'
import { resetContract } from './reset.contract.ts'

// A name of its own for each: a database that is gone is told as a loss.
let opened = 0
resetContract('in the IndexedDB of a browser', {
  open: () => indexedDbStorage({ name: `reset-${++opened}` }),
  remove: () => deleteDB(`reset-${opened}`),
})
