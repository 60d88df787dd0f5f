import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isValidBody, readBody } from './validation.ts'

test.each(['{"a":1}', '[]', '5', 'null', '"text"', "{'a':1}", '{a:1}', '[1] // note', '[1,]', '[1,,2]', '01', '1.', 'NaN', 'undefined'])(
  'delivers %s',
  (body) => assert.equal(isValidBody(body), true),
)

test.each(['', ' ', '{oops', '{"a":1}x', '"\\x41"'])('skips %j', (body) => assert.equal(isValidBody(body), false))

test('skips a body that is missing', () => assert.equal(isValidBody(null), false))

test('skips bodies nested deeper than 64 levels, however it is spelled', () => {
  assert.equal(isValidBody('['.repeat(64) + ']'.repeat(64)), true)
  assert.equal(isValidBody('['.repeat(65) + ']'.repeat(65)), false)
  assert.equal(isValidBody(`${'['.repeat(64)}'a'${']'.repeat(64)}`), true)
  assert.equal(isValidBody(`${'['.repeat(65)}'a'${']'.repeat(65)}`), false)
})

test('hands out the contents of plain and small bodies', () => {
  assert.deepEqual(readBody('{"a":[1]}'), { parsed: { a: [1] } })
  assert.deepEqual(readBody('{a:1}'), { parsed: undefined })
})

test.each([
  '{"a":1,}',
  '[1,]',
  '/*c*/{"a":1}',
  '{"a":1}//c',
  '{"a" /* b */ : 1, // d\n}',
  '"a,]"',
  '["//",]',
  '["\\"",]',
  'null',
  '1e400',
  '[[1,],]',
])('strict JSON may have comments and last commas: %j', (body) => assert.equal(isValidBody(body, true), true))

test.each([
  "{'a':1}",
  '{a:1}',
  '{"a":01}',
  '{"a":.5}',
  '{"a":NaN}',
  'NaN',
  'undefined',
  '[1,,2]',
  '[,1]',
  '[,]',
  '[1,,]',
  '{,}',
  '{"a":,}',
  '"\t"',
  '1 2',
  '\ufeff1',
  '/*c',
  '//c',
  '[1,]]',
  '{"a":1}//c\u2028',
])('strict JSON has nothing else: %j', (body) => assert.equal(isValidBody(body, true), false))

test('a body with a comment may not be too deep either', () => {
  assert.equal(isValidBody(`/**/${'['.repeat(64)}1,${']'.repeat(64)}`, true), true)
  assert.equal(isValidBody(`/**/${'['.repeat(65)}1,${']'.repeat(65)}`, true), false)
})
