import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { countedId, idOf } from '../storage.fixture.ts'
import type { HashedIds } from './id-runs.ts'
import { endOf, firstPositions, hashIds, joined } from './id-runs.ts'

const hashed = (ids: readonly string[], first: number) => ({ first, hashes: hashIds(ids) })

describe('runs of ids', () => {
  it('say where they end', () => {
    expect(endOf(hashed([idOf(1), idOf(2)], 5))).toBe(7)
    expect(endOf({ id: idOf(1), first: 5, count: 3 })).toBe(8)
  })

  it('are joined where hashes follow hashes', () => {
    const counted = { id: countedId(1), first: 3, count: 10 }
    const runs = [hashed([idOf(0)], 0), hashed([idOf(1), idOf(2)], 1), counted, hashed([idOf(3)], 13)]
    expect(joined(runs)).toEqual([hashed([idOf(0), idOf(1), idOf(2)], 0), counted, hashed([idOf(3)], 13)])
  })

  it('are joined with one copy of each hash', () => {
    const ids = Array.from({ length: 512 }, (_, number) => idOf(number))
    const runs = ids.map((id, number) => hashed([id], number))
    const expected = hashed(ids, 0)
    let words = 0
    class Counted extends Uint32Array {
      constructor(given: number | number[]) {
        super(given as number)
        words += this.length
      }
    }
    vi.stubGlobal('Uint32Array', Counted)
    const [one, ...others] = joined(runs)
    vi.unstubAllGlobals()
    expect(others).toEqual([])
    expect({ ...one, hashes: Uint32Array.from((one as HashedIds).hashes) }).toEqual(expected)
    expect(words).toBe(1024)
  })

  it('know the first position of each id, however often ids are asked for or stored', () => {
    const lists = fc.array(fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 40 }), { maxLength: 6 })
    fc.assert(
      fc.property(lists, fc.array(fc.integer({ min: 0, max: 60 })), (stored, asked) => {
        const numbers = stored.flat()
        let end = 0
        const runs = stored.map((list) => hashed(list.map(idOf), (end += list.length) - list.length))
        const positions = asked.map((number) => (numbers.includes(number) ? numbers.indexOf(number) : Infinity))
        expect(firstPositions(runs, hashIds(asked.map(idOf)))).toEqual(positions)
        expect(firstPositions(runs.toReversed(), hashIds(asked.map(idOf)))).toEqual(positions)
      }),
    )
  })

  it('do not find an id by half of its hash', () => {
    const [low, high] = hashIds([idOf(1)])
    const run = { first: 0, hashes: Uint32Array.of(low!, high! ^ 1, low! ^ 1, high!) }
    expect(firstPositions([run], hashIds([idOf(1)]))).toEqual([Infinity])
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
