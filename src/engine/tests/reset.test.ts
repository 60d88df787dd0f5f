import { useFakeIndexedDb } from '../../storage/indexeddb/fake-indexeddb.fixture.ts'
import { indexedDbStorage } from '../../storage/indexeddb/indexeddb.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { Folder } from '../../storage/sqlite/sqlite.fixture.ts'
import { temporaryFolder } from '../../storage/sqlite/sqlite.fixture.ts'
import { sqliteStorage } from '../../storage/sqlite/sqlite.ts'
import { resetContract } from './reset.contract.ts'

resetContract('in memory', { open: memoryStorage })

resetContract('in IndexedDB', {
  open: () => {
    useFakeIndexedDb()
    return indexedDbStorage({ name: 'reset' })
  },
})

const folders: Folder[] = []
resetContract('on disk', {
  open: () => {
    const folder = temporaryFolder()
    folders.push(folder)
    return sqliteStorage({ folder: folder.path })
  },
  remove: () => folders.pop()!.remove(),
})
