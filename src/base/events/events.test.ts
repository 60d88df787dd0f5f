import { expect, test } from 'vitest'
import { isSoftDeleted, maxInt64, printNumber, tombstoneNumber } from './events.ts'

test('the number of a tombstone is printed as the largest 64-bit integer, others as they are', () => {
  expect([0, 41, tombstoneNumber].map(printNumber)).toEqual(['0', '41', '9223372036854775807'])
})

test('a stream is soft deleted when everything before the largest number is truncated', () => {
  const head = { stream: 's', last: 4, tombstone: false, metadata: {} }
  expect(isSoftDeleted({ ...head, metadata: { truncateBefore: maxInt64 } })).toBe(true)
  expect([undefined, head, { ...head, metadata: { truncateBefore: 5n } }].some((other) => isSoftDeleted(other))).toBe(false)
})
