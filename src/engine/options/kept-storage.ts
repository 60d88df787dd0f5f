// The storage of a store that a page keeps on the reader's device, loaded where a reader has agreed to it.

export { indexedDbStorage } from '../../storage/indexeddb/indexeddb.ts'
export { removeDatabase } from '../../storage/indexeddb/remove.ts'
