import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clusters, firstAtOrAfter, lastAtMost } from './sorted.ts'

describe('firstAtOrAfter', () => {
  it('finds the same as a walk from the start', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50)), fc.integer({ min: -1, max: 51 }), (numbers, from) => {
        const sorted = numbers.toSorted((one, other) => one - other)
        const walked = sorted.findIndex((number) => number >= from)
        expect(firstAtOrAfter(sorted, from, (number) => number)).toBe(walked < 0 ? sorted.length : walked)
      }),
    )
  })
})

describe('lastAtMost', () => {
  it.each([
    [[], 1, -1],
    [[2, 4, 6], 1, -1],
    [[2, 4, 6], 2, 0],
    [[2, 4, 6], 5, 1],
    [[2, 4, 4, 6], 4, 2],
    [[2, 4, 6], 9, 2],
  ])('%j, at most %d', (items, limit, index) => expect(lastAtMost(items, limit, (item) => item)).toBe(index))
})

describe('clusters', () => {
  it('joins neighbours, in order, and leaves what is further apart alone', () => {
    expect(clusters([9, 1, 4, 3], 2)).toEqual([
      [1, 4],
      [9, 9],
    ])
    expect(clusters([9, 1, 4, 3], 5)).toEqual([[1, 9]])
    expect(clusters([], 5)).toEqual([])
  })
})
