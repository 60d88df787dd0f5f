import { expect, test } from 'vitest'
import { printOffsetTime, printUtcTime } from './time.ts'

const at = (milliseconds: number) => Date.UTC(2026, 0, 31, 10, 20, 0, milliseconds)

test.each([
  [at(0), '2026-01-31T10:20:00'],
  [at(100), '2026-01-31T10:20:00.1'],
  [at(120), '2026-01-31T10:20:00.12'],
  [at(123), '2026-01-31T10:20:00.123'],
  [at(10_000), '2026-01-31T10:20:10'],
])('%d is %s', (milliseconds, text) => {
  expect([printUtcTime(milliseconds), printOffsetTime(milliseconds)]).toEqual([`${text}Z`, `${text}+00:00`])
})
