// The public entry: create a store, its options and its errors.

export type { Environment, LockOptions, Locks } from './base/environment.ts'
export type { StoreErrorCode } from './base/errors.ts'
export { StoreError, isStoreError } from './base/errors.ts'
export type { Settings } from './base/settings.ts'
export type { Store, StoreOptions } from './engine/store.ts'
export { createStore } from './engine/store.ts'
export { memoryStorage } from './storage/memory.ts'
export type { Storage } from './storage/storage.ts'
