import { expect, test } from 'vitest'
import { counted } from './counts.ts'

test('only one thing is singular', () => {
  expect([0, 1, 12_345].map((count) => counted(count, 'event'))).toEqual(['0 events', '1 event', '12,345 events'])
})
