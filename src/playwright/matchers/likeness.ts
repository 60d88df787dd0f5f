// Compares values with the expectations of a test: whether they agree, how much of them does, and the part to show in a diff.

import { isObject } from '../../base/platform/realms.ts'

/** `expect.any(Number)` and its like. */
interface AsymmetricMatcher {
  asymmetricMatch(value: unknown): boolean
}

const isMatcher = (value: unknown): value is AsymmetricMatcher => isObject(value) && typeof value['asymmetricMatch'] === 'function'

/**
 * @param exact whether objects may have no other members than those expected. Lists always have the expected length, and members
 *   that are expected to be undefined may be missing.
 */
export function agrees(actual: unknown, expected: unknown, exact: boolean): boolean {
  if (isMatcher(expected)) return expected.asymmetricMatch(actual)
  if (!isObject(expected) || !isObject(actual)) return Object.is(actual, expected)
  if (Array.isArray(expected) !== Array.isArray(actual)) return false
  if (Array.isArray(expected) && (actual as unknown as unknown[]).length !== expected.length) return false
  const names = exact ? new Set([...Object.keys(expected), ...Object.keys(actual)]) : Object.keys(expected)
  return [...names].every((name) => agrees(actual[name], expected[name], exact))
}

/** Share of the expected content that is present, from 0 to 1; names of members count as well as their values. */
export function likeness(actual: unknown, expected: unknown): number {
  if (agrees(actual, expected, true)) return 1
  if (typeof actual === 'string' && typeof expected === 'string') return 0.9 * wordLikeness(actual, expected)
  if (!isObject(actual) || !isObject(expected) || isMatcher(expected)) return 0
  const names = Object.keys(expected)
  const shares = names.map((name) => (name in actual ? 0.1 + 0.9 * likeness(actual[name], expected[name]) : 0))
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, names.length)
}

/** Keeps the parts of a value that an expectation names, so that a diff shows nothing else. */
export function shapedLike(actual: unknown, expected: unknown, exact: boolean): unknown {
  if (isMatcher(expected)) return expected.asymmetricMatch(actual) ? expected : actual
  if (!isObject(expected) || !isObject(actual) || Array.isArray(expected) !== Array.isArray(actual)) return actual
  if (Array.isArray(actual)) return actual.map((item, index) => shapedLike(item, (expected as unknown as unknown[])[index], exact))
  const names = Object.keys(actual).filter((name) => exact || name in expected)
  return Object.fromEntries(names.map((name) => [name, shapedLike(actual[name], expected[name], exact)]))
}

/** The candidate that comes closest; undefined if there is none. */
export function nearest<T>(candidates: readonly T[], likenessOf: (candidate: T) => number): T | undefined {
  let best: { readonly candidate: T; readonly score: number } | undefined
  for (const candidate of candidates) {
    const score = likenessOf(candidate)
    if (!best || score > best.score) best = { candidate, score }
  }
  return best?.candidate
}

/** The beginnings of longer texts decide: to compare them whole takes the product of their lengths. */
const mostLetters = 200

/** From 0 to 1: one less the share of letters that have to be changed. */
export function wordLikeness(one: string, other: string): number {
  const longest = Math.min(mostLetters, Math.max(one.length, other.length))
  return longest === 0 ? 1 : 1 - distance(one.slice(0, mostLetters), other.slice(0, mostLetters)) / longest
}

/** How many letters have to be put in, left out or replaced. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}
