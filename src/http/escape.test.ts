import { expect, test } from 'vitest'
import { escapeName, escapePath } from './escape.ts'

test.each([
  ['a b', 'a%20b', 'a%20b'],
  ['$all', '%24all', '$all'],
  [':@+', '%3A%40%2B', ':@+'],
  ['a/b', 'a%2Fb', 'a/b'],
  ['?%', '%3F%25', '%3F%25'],
  ['#', '%23', '%23'],
  ["!'()*", '%21%27%28%29%2A', "!'()*"],
  ['-_.~', '-_.~', '-_.~'],
  ['größe', 'gr%C3%B6%C3%9Fe', 'gr%C3%B6%C3%9Fe'],
  ['\ud800', '%EF%BF%BD', '%EF%BF%BD'],
])('%s in a link is %s, in a path %s', (name, inLink, inPath) => {
  expect([escapeName(name), escapePath(name)]).toEqual([inLink, inPath])
})
