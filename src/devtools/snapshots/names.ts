// Names snapshots, and prints their size.

import { printCount } from '../../playground/strings/counts.ts'

/**
 * @param wanted empty: the next free number.
 * @returns a name that none of the others has.
 */
export function nameFor(wanted: string, others: readonly string[], nameless: (count: number) => string): string {
  const taken = new Set(others)
  const base = wanted.trim()
  const nth = (count: number): string => (base === '' ? nameless(count) : count === 1 ? base : `${base} (${count})`)
  let count = 1
  while (taken.has(nth(count))) count += 1
  return nth(count)
}

/** E.g. `12.3 kB`. */
export function printBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1e6 ? `${printCount(bytes / 1e3, 1)} kB` : `${printCount(bytes / 1e6, 1)} MB`
}
