import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createIdTable, endOf, hashIds } from './id-table.ts'
import { idOf } from '../storage.fixture.ts'

const hashed = (ids: readonly string[], first: number) => ({ first, hashes: hashIds(ids) })

describe('id table', () => {
  it('knows nothing at first', () => {
    expect(createIdTable().find(idOf(1))).toBeUndefined()
  })

  it('remembers the first position of each id, however many there are', () => {
    const table = createIdTable()
    const ids = Array.from({ length: 5000 }, (_, n) => idOf(n))
    for (let first = 0; first < ids.length; first += 700) table.add(hashed(ids.slice(first, first + 700), first))
    table.add(hashed(ids.toReversed(), 5000))
    expect(ids.map((id) => table.find(id))).toEqual(ids.map((_, position) => position))
    expect(table.find(idOf(5000))).toBeUndefined()
  })

  it('does not mind that the first position is 0 or that the table grows at once', () => {
    const table = createIdTable()
    const ids = Array.from({ length: 100_000 }, (_, n) => idOf(n))
    table.add(hashed(ids, 0))
    expect([0, 1, 99_999].map((n) => table.find(idOf(n)))).toEqual([0, 1, 99_999])
  })

  it('says where a run ends', () => {
    expect(endOf(hashed([idOf(1), idOf(2)], 5))).toBe(7)
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

  it('tells apart what differs little, in both words', () => {
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
