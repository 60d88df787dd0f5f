import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commonStart, idsFrom, positionOfId } from './counted-ids.ts'

const id = '01234567-89ab-4cde-8f01-23456789abcd'

describe('ids that are counted', () => {
  it('begin with the first one and differ in their last digits', () => {
    expect([0, 1, 3, 0x33, 0x7654].map(idsFrom(id))).toEqual([
      id,
      '01234567-89ab-4cde-8f01-23456789abce',
      '01234567-89ab-4cde-8f01-23456789abd0',
      '01234567-89ab-4cde-8f01-23456789ac00',
      '01234567-89ab-4cde-8f01-2345678a2221',
    ])
    expect(idsFrom('01234567-89ab-4cde-8f01-234560000000')(10)).toBe('01234567-89ab-4cde-8f01-23456000000a')
  })

  it('go on with 0 behind the greatest number, and leave all other digits alone', () => {
    const last = '01234567-89ab-4cde-8f01-23456fffffff'
    expect(idsFrom(last)(0)).toBe(last)
    expect(idsFrom(last)(1)).toBe('01234567-89ab-4cde-8f01-234560000000')
    expect(positionOfId({ id: last, first: 7 }, idsFrom(last)(1))).toBe(8)
  })

  it('stay well-formed GUIDs of version 4, each another', () => {
    const ids = Array.from({ length: 5000 }, (_, index) => index).map(idsFrom('ffffffff-ffff-4fff-bfff-fffffffffff0'))
    for (const each of ids) expect(each).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('say at which positions they stand, in any case', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 4 }), fc.nat(), fc.nat(2 ** 28 - 1), (given, first, index) => {
        const found = idsFrom(given)(index)
        expect(commonStart(found.toUpperCase())).toBe(commonStart(given))
        expect(positionOfId({ id: given, first }, found.toUpperCase())).toBe(first + index)
      }),
    )
  })
})
