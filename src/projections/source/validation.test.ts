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
