// Prints numbers and counted nouns in a language.

import { languageInUse } from './texts.ts'

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

/** @param digits behind the point. */
export const printCount = (count: number, digits?: number): string => countsIn(languageInUse()).print(count, digits)

/** @param noun in the singular; its plural takes an s. */
export const counted = (count: number, noun: string): string => countsIn(languageInUse()).counted(count, noun)
