// Computes key ranges of rows: of one table, by prefix.

/** Greater than every string: IndexedDB sorts arrays behind strings. */
const behindAllTexts: IDBValidKey = []

/** @returns the range of the keys `[table, key]` whose `key` begins with `prefix`. */
export const rowsWithPrefix = (table: string, prefix: string): IDBKeyRange =>
  IDBKeyRange.bound([table, prefix], [table, firstBehindPrefix(prefix) ?? behindAllTexts], false, true)

/** @returns the range of the keys of all later tables. */
export const behindTable = (table: string): IDBKeyRange => IDBKeyRange.lowerBound([table, behindAllTexts], true)

/** @returns the least string, in order of UTF-16 units, that is greater than all strings with this prefix; undefined if there is none. */
export function firstBehindPrefix(prefix: string): string | undefined {
  for (let length = prefix.length; length > 0; length--) {
    const unit = prefix.charCodeAt(length - 1)
    if (unit < 0xffff) return prefix.slice(0, length - 1) + String.fromCharCode(unit + 1)
  }
  return undefined
}
