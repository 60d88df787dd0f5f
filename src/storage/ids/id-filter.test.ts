import { describe, expect, it } from 'vitest'
import { idsFrom } from '../../base/events/counted-ids.ts'
import { countedId, idOf } from '../storage.fixture.ts'
import { IdFilter } from './id-filter.ts'
import { hashIds } from './id-runs.ts'

const idsBetween = (from: number, end: number) => Array.from({ length: end - from }, (_, index) => idOf(from + index))
const hashed = (from: number, end: number) => ({ first: from, hashes: hashIds(idsBetween(from, end)) })

describe('id filter', () => {
  it('knows nothing at first', () => {
    expect(new IdFilter().rangesWith(hashIds([idOf(1)]))).toEqual([])
    expect(new IdFilter().findCounted(idOf(1))).toBe(Infinity)
  })

  it('names a range for every id that it was given, and for few others', () => {
    const filter = new IdFilter()
    const count = 200_000
    // Runs of many lengths, one of them longer than what a filter takes.
    const ends = [1, 700, 70_000, 180_000, 180_002, count]
    for (const [index, end] of ends.entries()) filter.add([hashed(ends[index - 1] ?? 0, end)])
    const rangesOf = (number: number) => filter.rangesWith(hashIds([idOf(number)]))
    const holds = (number: number) => rangesOf(number).some(({ from, end }) => from <= number && number < end)
    expect(Array.from({ length: count }, (_, number) => number).filter((number) => !holds(number))).toEqual([])
    const others = Array.from({ length: 10_000 }, (_, number) => rangesOf(count + number).length)
    const wrong = others.reduce((sum, ranges) => sum + ranges, 0)
    // Two full filters and a half: one of five hundred each.
    expect(wrong).toBeGreaterThan(0)
    expect(wrong).toBeLessThan(100)
  })

  it('names each range once, in order, for several ids', () => {
    const filter = new IdFilter()
    filter.add([hashed(0, 100_000)])
    const ranges = filter.rangesWith(hashIds([idOf(99_999), idOf(1), idOf(2)]))
    expect(ranges).toHaveLength(2)
    expect([ranges[0]!.from, ranges[0]!.end, ranges[1]!.end]).toEqual([0, ranges[1]!.from, 100_000])
  })

  it('finds counted ids within their run only, in any case', () => {
    const filter = new IdFilter()
    const id = 'abcdefab-cdef-4abc-8def-abcdefabcdef'
    filter.add([{ id, first: 70, count: 1000 }])
    const find = (index: number) => filter.findCounted(idsFrom(id)(index).toUpperCase())
    expect([0, 1, 500, 999].map(find)).toEqual([70, 71, 570, 1069])
    expect([1000, 2 ** 28 - 1].map(find)).toEqual([Infinity, Infinity])
    for (const other of ['bbcdefab-cdef-4abc-8def-abcdefabcdef', 'abcdefab-cdef-4abc-8def-abcdefabcdee'])
      expect(filter.findCounted(other)).toBe(Infinity)
  })

  it('finds the first of several runs that counted an id', () => {
    const filter = new IdFilter()
    filter.add([{ id: countedId(10), first: 100, count: 10 }])
    filter.add([{ id: countedId(13), first: 200, count: 10 }])
    expect([10, 13, 19, 20, 22, 23].map((n) => filter.findCounted(countedId(n)))).toEqual([100, 103, 109, 207, 209, Infinity])
  })
})
