import { afterAll } from 'vitest'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { Folder } from '../../storage/sqlite/sqlite.fixture.ts'
import { temporaryFolder } from '../../storage/sqlite/sqlite.fixture.ts'
import { sqliteStorage } from '../../storage/sqlite/sqlite.ts'
import { defaultConfigurationContract } from './default-configuration.contract.ts'

const folders: Folder[] = []
afterAll(() => folders.forEach((folder) => folder.remove()))

defaultConfigurationContract('in memory', memoryStorage)
defaultConfigurationContract('in a SQLite file', () => {
  const folder = temporaryFolder()
  folders.push(folder)
  return sqliteStorage({ folder: folder.path })
})
