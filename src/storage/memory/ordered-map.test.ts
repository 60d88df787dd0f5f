import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOrderedMap } from './ordered-map.ts'

const key = fc.string({ maxLength: 2, unit: fc.constantFrom('a', 'b', '\uffff') })

describe('ordered map', () => {
  it('is a map that is sorted for every reader', () => {
    const change = fc.tuple(key, fc.option(fc.nat(9), { nil: undefined }), fc.boolean())
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const map = createOrderedMap<number>()
        const model = new Map<string, number>()
        const check = () => expect(map.entries('')).toEqual([...model].sort(([one], [other]) => (one < other ? -1 : 1)))
        for (const [key, value, looks] of changes) {
          map.set(key, value)
          if (value === undefined) model.delete(key)
          else model.set(key, value)
          expect(map.get(key)).toBe(value)
          if (looks) check()
        }
        check()
      }),
    )
  })

  it('walks from a key, as long as asked', () => {
    const map = createOrderedMap<number>()
    for (const [index, key] of ['c', 'a', 'b/2', 'b/1', 'd'].entries()) map.set(key, index)
    expect(map.entries('b')).toEqual([
      ['b/1', 3],
      ['b/2', 2],
      ['c', 0],
      ['d', 4],
    ])
    expect(map.entries('b', (key) => key.startsWith('b'))).toHaveLength(2)
    expect(map.entries('', undefined, 2)).toEqual([
      ['a', 1],
      ['b/1', 3],
    ])
    expect(map.entries('e')).toEqual([])
  })
})
