// Computes key ranges of rows in IndexedDB: of one table, by prefix.

import { firstBehindPrefix } from '../keys.ts'

/** Greater than every string: IndexedDB sorts arrays behind strings. */
const behindAllTexts: IDBValidKey = []

/** @returns the range of the keys `[table, key]` whose `key` begins with `prefix`. */
export const rowsWithPrefix = (table: string, prefix: string): IDBKeyRange =>
  IDBKeyRange.bound([table, prefix], [table, firstBehindPrefix(prefix) ?? behindAllTexts], false, true)

/** @returns the range of the keys of all later tables. */
export const behindTable = (table: string): IDBKeyRange => IDBKeyRange.lowerBound([table, behindAllTexts], true)
