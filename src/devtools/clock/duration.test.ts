import { expect, it } from 'vitest'
import { printDuration } from './duration.ts'

it.each([
  [10, '1 s'],
  [59_900, '1 min'],
  [61_000, '1 min 1 s'],
  [3_600_000, '1 h'],
  [3_605_000, '1 h'],
  [90_061_000, '1 d 1 h'],
  [2_592_000_000, '30 d'],
])('%i milliseconds are %s', (milliseconds, text) => expect(printDuration(milliseconds)).toBe(text))
