// Keys of places are in the order of numbers, apart for streams, and lead back to both.

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tombstoneNumber } from '../../../base/events/events.ts'
import { numberIn, numberOfPlace, placeKey, streamOfPlace } from './place-key.ts'

const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
const stream = fc.oneof(
  fc.string({ unit }),
  fc.string({ unit: fc.constantFrom('a', 'b', '\0', '\x01', '\x02', '\x03'), maxLength: 6 }),
  fc.constantFrom('', 'a', 'a\0', 'a\0' + '0'.repeat(16), '\ud800'),
)
const number = fc.oneof(fc.nat(), fc.constantFrom(0, 9, 10, tombstoneNumber))

describe('keys of places', () => {
  it('lead back to stream and number', () => {
    fc.assert(
      fc.property(stream, number, (name, place) => {
        const key = placeKey(name, place)
        expect([streamOfPlace(key), numberOfPlace(key)]).toEqual([name, place])
      }),
    )
  })

  it('lie between two of a stream only where they are of that stream, and in the order of numbers', () => {
    fc.assert(
      fc.property(stream, stream, number, number, number, (one, other, from, to, place) => {
        const key = placeKey(other, place)
        const isBetween = placeKey(one, from) <= key && key <= placeKey(one, to)
        expect(isBetween).toBe(one === other && from <= place && place <= to)
      }),
      { numRuns: 2000 },
    )
  })

  it('are found by their stream', () => {
    const keys = [placeKey('a', 7), placeKey('ab', 3), placeKey('a\0', 5)]
    expect(['a', 'ab', 'a\0', 'b'].map((name) => numberIn(keys, name))).toEqual([7, 3, 5, undefined])
  })
})
