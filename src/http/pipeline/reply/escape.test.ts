import { expect, test } from 'vitest'
import { escapeName } from './escape.ts'

test.each([
  ['a b', 'a%20b'],
  ['$all', '%24all'],
  [':@+', '%3A%40%2B'],
  ['a/b', 'a%2Fb'],
  ['?%', '%3F%25'],
  ['#', '%23'],
  ["!'()*", '%21%27%28%29%2A'],
  ['-_.~', '-_.~'],
  ['größe', 'gr%C3%B6%C3%9Fe'],
  ['\ud800', '%EF%BF%BD'],
])('%s in a link is %s', (name, escaped) => expect(escapeName(name)).toBe(escaped))
