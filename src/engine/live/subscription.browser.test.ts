import { deleteDB } from 'idb'
import { indexedDbStorage } from '../../storage/indexeddb/indexeddb.ts'
import { sharedSubscriptionContract, subscriptionContract } from './subscription.contract.ts'

// A separate name for each: a store reports a database that is gone as a loss.
let opened = 0
const host = {
  open: () => indexedDbStorage({ name: `subscription-${++opened}` }),
  again: () => indexedDbStorage({ name: `subscription-${opened}` }),
  remove: () => deleteDB(`subscription-${opened}`),
}
subscriptionContract('in the IndexedDB of a browser', host)
sharedSubscriptionContract('in the IndexedDB of a browser', host)
