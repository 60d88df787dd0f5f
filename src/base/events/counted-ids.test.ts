import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commonPart, idsFrom, positionOfId } from './counted-ids.ts'

const id = '01234567-89ab-4cde-8f01-23456789abcd'

describe('ids that are counted', () => {
  it('begin with the first one and differ in seven digits', () => {
    expect([0, 1, 3, 0x33, 0x7654].map(idsFrom(id))).toEqual([
      id,
      '01234568-89ab-4cde-8f01-23456789abcd',
      '0123456a-89ab-4cde-8f01-23456789abcd',
      '0123459a-89ab-4cde-8f01-23456789abcd',
      '0123bbbb-89ab-4cde-8f01-23456789abcd',
    ])
    expect(idsFrom('a0000000-89ab-4cde-8f01-23456789abcd')(10)).toBe('a000000a-89ab-4cde-8f01-23456789abcd')
  })

  it('go on with 0 behind the greatest number, and leave all other digits alone', () => {
    const last = '0fffffff-89ab-4cde-8f01-23456789abcd'
    expect(idsFrom(last)(0)).toBe(last)
    expect(idsFrom(last)(1)).toBe('00000000-89ab-4cde-8f01-23456789abcd')
    expect(positionOfId({ id: last, first: 7 }, idsFrom(last)(1))).toBe(8)
  })

  it('stay well-formed GUIDs of version 4, each another', () => {
    const ids = Array.from({ length: 5000 }, (_, index) => index).map(idsFrom('fffffff0-ffff-4fff-bfff-ffffffffffff'))
    for (const each of ids) expect(each).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('never meet those that are counted from GUIDs which count up in their last digits', () => {
    const firsts = Array.from({ length: 40 }, (_, index) => `fffffc00-ffff-4fff-bfff-${String(index).padStart(12, '0')}`)
    const indexes = Array.from({ length: 2000 }, (_, index) => index)
    expect(new Set(firsts.flatMap((first) => indexes.map(idsFrom(first)))).size).toBe(40 * 2000)
  })

  it('say at which positions they stand, in any case', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 4 }), fc.nat(), fc.nat(2 ** 28 - 1), (given, first, index) => {
        const found = idsFrom(given)(index)
        expect(commonPart(found.toUpperCase())).toBe(commonPart(given))
        expect(positionOfId({ id: given, first }, found.toUpperCase())).toBe(first + index)
      }),
    )
  })
})
