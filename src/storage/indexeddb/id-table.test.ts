import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idsFrom } from '../../base/counted-ids.ts'
import { endOf, hashIds, IdTable } from './id-table.ts'
import { countedId, idOf } from '../storage.fixture.ts'

const hashed = (ids: readonly string[], first: number) => ({ first, hashes: hashIds(ids) })

describe('id table', () => {
  it('knows nothing at first', () => {
    expect(new IdTable().find(idOf(1))).toBeUndefined()
  })

  it('remembers the first position of each id, however many there are', () => {
    const table = new IdTable()
    const ids = Array.from({ length: 5000 }, (_, n) => idOf(n))
    for (let first = 0; first < ids.length; first += 700) table.add([hashed(ids.slice(first, first + 700), first)])
    table.add([hashed(ids.toReversed(), 5000)])
    expect(ids.map((id) => table.find(id))).toEqual(ids.map((_, position) => position))
    expect(table.find(idOf(5000))).toBeUndefined()
  })

  it('does not mind that the first position is 0 or that the table grows at once', () => {
    const table = new IdTable()
    const ids = Array.from({ length: 100_000 }, (_, n) => idOf(n))
    table.add([hashed(ids, 0)])
    expect([0, 1, 99_999].map((n) => table.find(idOf(n)))).toEqual([0, 1, 99_999])
  })

  it('is a map to first positions, however the ids came', () => {
    const several = fc.array(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 40 }), { maxLength: 6 })
    fc.assert(
      fc.property(fc.array(several, { maxLength: 12 }), (adds) => {
        const [table, expected] = [new IdTable(), new Map<number, number>()]
        let end = 0
        for (const lists of adds) {
          const runs = lists.map((numbers) => {
            for (const [index, number] of numbers.entries()) if (!expected.has(number)) expected.set(number, end + index)
            return hashed(numbers.map(idOf), (end += numbers.length) - numbers.length)
          })
          table.add(runs)
        }
        for (let number = 0; number <= 301; number++) expect(table.find(idOf(number))).toBe(expected.get(number))
      }),
      { numRuns: 50 },
    )
  })

  it('finds counted ids within their run only, in any case', () => {
    const table = new IdTable()
    const id = 'abcdefab-cdef-4abc-8def-abcdefabcdef'
    table.add([{ id, first: 70, count: 1000 }])
    const find = (index: number) => table.find(idsFrom(id)(index).toUpperCase())
    expect([0, 1, 500, 999].map(find)).toEqual([70, 71, 570, 1069])
    expect([1000, 2 ** 28 - 1].map(find)).toEqual([undefined, undefined])
    for (const other of ['bbcdefab-cdef-4abc-8def-abcdefabcdef', 'abcdefab-cdef-4abc-8def-abcdefabcdee'])
      expect(table.find(other)).toBeUndefined()
  })

  it('remembers the first position of ids, counted or not', () => {
    const table = new IdTable()
    table.add([hashed([countedId(12), countedId(25)], 0)])
    table.add([{ id: countedId(10), first: 100, count: 10 }])
    table.add([{ id: countedId(13), first: 200, count: 10 }])
    table.add([hashed([countedId(19), countedId(20), countedId(23)], 300)])
    expect([10, 12, 13, 19, 20, 22, 23, 25].map((n) => table.find(countedId(n)))).toEqual([100, 0, 103, 109, 207, 209, 302, 1])
  })

  it('says where a run ends', () => {
    expect(endOf(hashed([idOf(1), idOf(2)], 5))).toBe(7)
    expect(endOf({ id: idOf(1), first: 5, count: 3 })).toBe(8)
  })
})

describe('hashIds', () => {
  it('ignores the case of letters', () => {
    expect(hashIds(['ABCDEF00-0000-4000-8000-00000000ABCD'])).toEqual(hashIds(['abcdef00-0000-4000-8000-00000000abcd']))
  })

  it('is the same in one call and in several', () => {
    const ids = [idOf(1), idOf(2), '']
    expect([...hashIds(ids)]).toEqual(ids.flatMap((id) => [...hashIds([id])]))
  })

  it('tells ids apart that differ little, in both words', () => {
    const counted = Array.from({ length: 20_000 }, (_, n) => idOf(n))
    const hashes = hashIds(counted)
    const words = [0, 1].map((offset) => new Set(counted.map((_, index) => hashes[2 * index + offset])))
    // Chance lets 20,000 words of 32 bits meet 0.05 times.
    for (const distinct of words) expect(distinct.size).toBeGreaterThanOrEqual(counted.length - 3)
  })

  it('tells apart any two ids', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (one, other) => {
        fc.pre(one !== other)
        expect(hashIds([one])).not.toEqual(hashIds([other]))
      }),
    )
  })
})
