import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Comparator } from './intro-sort.ts'
import { sortKeyed } from './intro-sort.ts'

const refuse = (message: string): never => {
  throw new Error(message)
}

function sorted(values: readonly unknown[], compare: Comparator): unknown[] {
  const keys = values.map((value, index) => ({ value, index }))
  sortKeyed(keys, compare, refuse)
  return keys.map(({ value }) => value)
}

test('with a consistent comparator it is a stable sort, however long the list', () => {
  const items = fc.array(fc.record({ key: fc.nat(9), id: fc.nat() }), { maxLength: 200 })
  const byKey = (a: unknown, b: unknown) => (a as { key: number }).key - (b as { key: number }).key
  fc.assert(
    fc.property(items, (values) => {
      expect(sorted(values, byKey)).toEqual(values.toSorted(byKey))
    }),
  )
})

/** Nothing is lost either where the comparator leads out of the list. */
function sortedUnlessRefused(values: readonly unknown[], compare: Comparator): readonly unknown[] {
  try {
    return sorted(values, compare)
  } catch {
    return values
  }
}

test('with an inconsistent one it ends, and loses nothing or says so', () => {
  const answers = fc.array(fc.constantFrom(-1, 0, 1, true, false), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { maxLength: 100 }), answers, (values, given) => {
      let asked = 0
      const result = sortedUnlessRefused(values, () => given[asked++ % given.length])
      expect(new Set(result)).toEqual(new Set(values))
      expect(result).toHaveLength(values.length)
    }),
  )
})

test.each([
  [
    [3, 1, 2],
    [1, 2, 3],
  ],
  [
    [2, 1],
    [1, 2],
  ],
  [
    [5, 2, 8, 1],
    [5, 2, 8, 1],
  ],
])('%j by greater-than is %j', (values, result) => {
  expect(sorted(values, (a, b) => (a as number) > (b as number))).toEqual(result)
})

test('always less leads out of a long list', () => {
  expect(() => sorted(Array.from({ length: 17 }), () => -1)).toThrow(/inconsistent results.*'System\.Comparison`1\[System\.Int32\]'\.$/)
})

test('many equal items in the worst order fall back to the heap', () => {
  const values = Array.from({ length: 300 }, (_, i) => (i % 2 === 0 ? i : 300 - i))
  expect(sorted(values, (a, b) => (a as number) - (b as number))).toEqual(values.toSorted((a, b) => a - b))
})
