import { indexedDbStorage } from '../../storage/indexeddb/indexeddb.ts'
import { defaultConfigurationContract } from './default-configuration.contract.ts'

let count = 0

defaultConfigurationContract("in the browser's IndexedDB", () => indexedDbStorage({ name: `default-configuration-${count++}` }))
