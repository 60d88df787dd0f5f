import { useFakeIndexedDb } from '../../storage/indexeddb/fake-indexeddb.fixture.ts'
import { indexedDbStorage } from '../../storage/indexeddb/indexeddb.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { Folder } from '../../storage/sqlite/sqlite.fixture.ts'
import { temporaryFolder } from '../../storage/sqlite/sqlite.fixture.ts'
import { sqliteStorage } from '../../storage/sqlite/sqlite.ts'
import { sharedSubscriptionContract, subscriptionContract } from './subscription.contract.ts'

subscriptionContract('in memory', { open: memoryStorage })

const inIndexedDb = {
  open: () => {
    useFakeIndexedDb()
    return indexedDbStorage({ name: 'subscription' })
  },
  again: () => indexedDbStorage({ name: 'subscription' }),
}
subscriptionContract('in IndexedDB', inIndexedDb)
sharedSubscriptionContract('in IndexedDB', inIndexedDb)

const folders: Folder[] = []
subscriptionContract('on disk', {
  open: () => {
    const folder = temporaryFolder()
    folders.push(folder)
    return sqliteStorage({ folder: folder.path })
  },
  remove: () => folders.pop()!.remove(),
})
