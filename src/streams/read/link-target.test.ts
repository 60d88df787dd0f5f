import { expect, test } from 'vitest'
import { linkTarget } from './link-target.ts'

const target = (data: string, type = '$>') => linkTarget({ type, data })

test.each<[string, string, bigint]>([
  ['0@s', 's', 0n],
  [' 01@s', 's', 1n],
  ['+1@s', 's', 1n],
  ['1 @s', 's', 1n],
  ['-1@s', 's', -1n],
  ['-2@s', 's', -2n],
  ['0@', '', 0n],
  ['0@@a@b', '@a@b', 0n],
  ['0@ s\n', ' s\n', 0n],
  ['9223372036854775807@s', 's', 9223372036854775807n],
])('%j leads to a stream', (data, stream, number) => {
  expect(target(data)).toEqual({ kind: 'target', stream, number })
})

test.each(['x@s', '@s', '1.0@s', '0x1@s', '1,0@s', '1\u00a0@s', '9223372036854775808@s', '', '{"a":1}'])('%j is no link', (data) => {
  expect(target(data)).toEqual({ kind: 'no-link' })
})

test('a number alone names no stream', () => {
  expect(target('5')).toEqual({ kind: 'number-only' })
})

test('an event of another type is no link', () => {
  expect(target('0@s', 'T')).toEqual({ kind: 'no-link' })
})

test('bytes are read as text', () => {
  expect(linkTarget({ type: '$>', data: new TextEncoder().encode('3@s') })).toEqual({ kind: 'target', stream: 's', number: 3n })
})
