// Prints numbers and counted nouns in the language in use.

import { languageInUse } from './texts.ts'

/** `12,345` @param digits behind the point. */
export const printCount = (count: number, digits = 0): string =>
  count.toLocaleString(languageInUse(), { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** `1 event`, `12,345 events`. Without a plural of its own, a noun takes an s. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${printCount(count)} ${count === 1 ? one : many}`
