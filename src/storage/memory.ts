// Storage in memory: the same guarantees as IndexedDB, gone with the process.

import type { Storage } from './storage.ts'

export function memoryStorage(): Storage {
  throw new Error('not built yet')
}
