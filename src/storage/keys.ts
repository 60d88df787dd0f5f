// Key ranges of rows: those of one table whose key begins with a text.

/** Greater than every text: IndexedDB puts lists behind texts. */
const behindAllTexts: IDBValidKey = []

/** @returns the keys `[table, key]` of all rows of the table whose key begins with `prefix`. */
export const rowsWithPrefix = (table: string, prefix: string): IDBKeyRange =>
  IDBKeyRange.bound([table, prefix], [table, firstBehindPrefix(prefix) ?? behindAllTexts], false, true)

/** @returns the keys of all rows of later tables. */
export const behindTable = (table: string): IDBKeyRange => IDBKeyRange.lowerBound([table, behindAllTexts], true)

/** @returns the first text, in order of UTF-16 units, that is greater than all texts with this prefix; undefined where none is. */
export function firstBehindPrefix(prefix: string): string | undefined {
  for (let length = prefix.length; length > 0; length--) {
    const unit = prefix.charCodeAt(length - 1)
    if (unit < 0xffff) return prefix.slice(0, length - 1) + String.fromCharCode(unit + 1)
  }
  return undefined
}
