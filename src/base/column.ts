// Reads what many things have of one kind: one value for all, or one for each.

/** One value for all, or one for each. No value is a list itself. */
export type Column<T> = T | readonly T[]

/** `Array.isArray` forgets what it knows about read-only lists. */
export const isList = <T>(values: Column<T>): values is readonly T[] => Array.isArray(values)

export const valueAt = <T>(values: Column<T>, index: number): T => (isList(values) ? values[index]! : values)
