import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SnapshotValue } from './values.ts'
import { fromSnapshotValue, toSnapshotValue } from './values.ts'

const through = (value: unknown): unknown => fromSnapshotValue(JSON.parse(JSON.stringify(toSnapshotValue(value))) as SnapshotValue)

describe('snapshot values', () => {
  it('carry values that JSON cannot express', () => {
    const value = {
      big: 2n ** 63n,
      bytes: new Uint8Array([0, 255, 1]),
      none: undefined,
      odd: [NaN, Infinity, -Infinity, -0],
      when: new Date(5),
      map: new Map<unknown, unknown>([
        ['a', 1n],
        [new Set([undefined]), []],
      ]),
      half: 'a\ud800b',
    }
    expect(through(value)).toStrictEqual(value)
  })

  it('keep an invalid date invalid', () => {
    expect(through([new Map([[new Date(NaN), 1]])])).toStrictEqual([new Map([[new Date(NaN), 1]])])
  })

  it('tell apart values that look like their own markers', () => {
    const value = [{ $bigint: '5' }, { $object: [] }, { $bytes: 5, $other: 6 }, { $maxCount: 1 }, { '': null }, { ['__proto__']: 1 }]
    expect(through(value)).toStrictEqual(value)
    expect(Object.keys((through(value) as object[])[5]!)).toEqual(['__proto__'])
  })

  it('carry every value that can be cloned', () => {
    const value = fc.anything({ withBigInt: true, withMap: true, withSet: true, withDate: true, withTypedArray: false })
    fc.assert(
      fc.property(value, (given) => {
        expect(through(given)).toStrictEqual(given)
      }),
    )
  })

  it.each<SnapshotValue>([{ $bigint: 5 }, { $bigint: '' }, { $bytes: '%' }, { $map: 5 }, { $unknown: 1 }])(
    'do not come from %j',
    (value) => {
      expect(() => fromSnapshotValue(value)).toThrow(SyntaxError)
    },
  )

  it.each([() => 1, Symbol('x'), new WeakMap()])('hold no %s', (value) => {
    expect(() => toSnapshotValue(value)).toThrow('A snapshot cannot hold')
  })
})
