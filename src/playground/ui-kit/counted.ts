// Prints counts for people: `1 event`, `12,345 events`.

export const printCount = (count: number): string => count.toLocaleString('en')

/** @param noun in the singular; its plural takes an s. */
export const counted = (count: number, noun: string): string => `${printCount(count)} ${noun}${count === 1 ? '' : 's'}`
