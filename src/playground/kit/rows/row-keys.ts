// Decides which row of a list a key leads to.

/** @param page rows that a page has. @returns undefined for other keys. */
export function rowForKey(key: string, row: number, count: number, page: number): number | undefined {
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -count, End: count }
  const step = steps[key]
  return step === undefined || count === 0 ? undefined : Math.min(Math.max(row + step, 0), count - 1)
}
