import { describe, expect, it, test } from 'vitest'
import { maxInt64 } from '../../../base/events/events.ts'
import { isEmptyGuid, readCount, readEventNumber, readGuid, readInt64 } from './numbers.ts'

describe('readInt64', () => {
  test.each<[string, bigint]>([
    ['5', 5n],
    ['+5', 5n],
    [' -007\t', -7n],
    ['-0', 0n],
    ['9223372036854775807', maxInt64],
    ['-9223372036854775808', -maxInt64 - 1n],
  ])('%j', (text, expected) => {
    expect(readInt64(text)).toBe(expected)
  })

  test.each(['', ' ', '5x', '0x5', '1.0', '1e3', '--5', '٣', '9223372036854775808', '\u00a05'])('not %j', (text) => {
    expect(readInt64(text)).toBeUndefined()
  })
})

test('counts are 32 bits and at least 1, event numbers 64 bits and at least 0', () => {
  expect(readCount('2147483647')).toBe(2147483647)
  expect(['0', '-1', '2147483648'].map(readCount)).toEqual([undefined, undefined, undefined])
  expect(readEventNumber('-0')).toBe(0n)
  expect(readEventNumber('-1')).toBeUndefined()
})

describe('readGuid', () => {
  const guid = 'aabbccdd-eeff-0011-2233-445566778899'

  test.each([
    guid,
    guid.toUpperCase(),
    guid.replaceAll('-', ''),
    `{${guid}}`,
    `(${guid})`,
    ` ${guid} `,
    '{0xaabbccdd,0xeeff,0x0011,{0x22,0x33,0x44,0x55,0x66,0x77,0x88,0x99}}',
    '{0xAABBCCDD, 0xeeff, 0x11, {0x22,0x33,0x44,0x55,0x66,0x77,0x88,0x99}}',
  ])('%s', (text) => {
    expect(readGuid(text)).toBe(guid)
  })

  test.each(['', 'zzz', guid.slice(1), `{${guid}`, `${guid})`, `{${guid.replaceAll('-', '')}}`, `${guid}0`])('not %j', (text) => {
    expect(readGuid(text)).toBeUndefined()
  })

  it('knows the one of zeros', () => {
    expect(isEmptyGuid(readGuid('0'.repeat(32)) ?? '')).toBe(true)
  })
})
