// Prints numbers and counted nouns in a language.

export interface Counts {
  /** `12,345` */
  print(value: number, digits?: number): string
  /** `1 event`, `12,345 events` */
  counted(count: number, one: string, many?: string): string
}

/** @param tag of the language. Without a plural of its own, a noun takes an s. */
export function countsIn(tag: string): Counts {
  const print = (value: number, digits = 0): string =>
    value.toLocaleString(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return { print, counted: (count, one, many = `${one}s`) => `${print(count)} ${count === 1 ? one : many}` }
}
