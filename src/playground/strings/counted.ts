// Prints counts in the language in use: `1 event`, `12,345 events`.

import { countsIn } from './counts.ts'
import { languageInUse } from './texts.ts'

/** @param digits behind the point. */
export const printCount = (count: number, digits?: number): string => countsIn(languageInUse()).print(count, digits)

/** @param noun in the singular; its plural takes an s. */
export const counted = (count: number, noun: string): string => countsIn(languageInUse()).counted(count, noun)
