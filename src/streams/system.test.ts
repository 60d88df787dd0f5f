import { expect, test } from 'vitest'
import { originalsOf } from './system.ts'

test('a metastream describes a stream, which may be a metastream itself', () => {
  expect(originalsOf('orders')).toEqual([])
  expect(originalsOf('$orders')).toEqual([])
  expect(originalsOf('$$orders')).toEqual(['orders'])
  expect(originalsOf('$$$$$orders')).toEqual(['$$$orders', '$orders'])
})

test('a name may be longer than the stack is deep', () => {
  expect(originalsOf('$'.repeat(60_000))).toHaveLength(30_000)
})
