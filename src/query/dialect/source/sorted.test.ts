import { expect, test } from 'vitest'
import { lastAtMost } from './sorted.ts'

test.each([
  [[], 1, -1],
  [[2, 4, 6], 1, -1],
  [[2, 4, 6], 2, 0],
  [[2, 4, 6], 5, 1],
  [[2, 4, 4, 6], 4, 2],
  [[2, 4, 6], 9, 2],
])('%j, at most %d', (items, limit, index) => expect(lastAtMost(items, limit, (item) => item)).toBe(index))
