import { expect, test } from 'vitest'
import { checkScavengeOptions } from './scavenge-options.ts'
import { parseQuery } from '../pipeline/request/url.ts'

test.each([
  ['', undefined],
  ['?startFromChunk=0&threads=1&threshold=-5&throttlePercent=1&syncOnly=TRUE', undefined],
  ['?threads=4&throttlePercent=100', undefined],
  ['?startFromChunk=-1', 'startFromChunk must be a positive integer'],
  ['?startFromChunk=x&threads=x', 'startFromChunk must be a positive integer'],
  ['?threads=0', 'threads must be a 1 or above'],
  ['?threads=x', 'threads must be a 1 or above'],
  ['?threads=99999999999', 'threads must be a 1 or above'],
  ['?threshold=1.5', 'threshold must be an integer'],
  ['?throttlePercent=0', 'throttlePercent must be between 1 and 100 inclusive'],
  ['?throttlePercent=101', 'throttlePercent must be between 1 and 100 inclusive'],
  ['?threads=2&throttlePercent=50', 'throttlePercent must be 100 for a multi-threaded scavenge'],
  ['?syncOnly=yes', 'syncOnly must be a boolean'],
  ['?syncOnly=', 'syncOnly must be a boolean'],
])('of %s is said: %s', (search, refusal) => {
  expect(checkScavengeOptions(parseQuery(search))).toBe(refusal)
})
