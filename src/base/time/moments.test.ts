import { expect, test } from 'vitest'
import { printOffsetTime, printUtcTime } from './moments.ts'

const at = (milliseconds: number) => Date.UTC(2026, 0, 31, 10, 20, 0, milliseconds)

test.each([
  [at(0), '2026-01-31T10:20:00Z', '2026-01-31T10:20:00.0000000+00:00'],
  [at(100), '2026-01-31T10:20:00.1Z', '2026-01-31T10:20:00.1000000+00:00'],
  [at(120), '2026-01-31T10:20:00.12Z', '2026-01-31T10:20:00.1200000+00:00'],
  [at(123), '2026-01-31T10:20:00.123Z', '2026-01-31T10:20:00.1230000+00:00'],
  [at(10_000), '2026-01-31T10:20:10Z', '2026-01-31T10:20:10.0000000+00:00'],
])('%d is %s in a feed, %s in a message', (milliseconds, feed, message) => {
  expect([printUtcTime(milliseconds), printOffsetTime(milliseconds)]).toEqual([feed, message])
})
