import { deleteDB } from 'idb'
import { indexedDbStorage } from '../../storage/indexeddb/indexeddb.ts'
import { resetContract } from './reset.contract.ts'

// A separate name for each: a store reports a database that is gone as a loss.
let opened = 0
resetContract('in the IndexedDB of a browser', {
  open: () => indexedDbStorage({ name: `reset-${++opened}` }),
  remove: () => deleteDB(`reset-${opened}`),
})
