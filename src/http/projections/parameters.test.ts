import assert from 'node:assert/strict'
import { test } from 'vitest'
import { flag, optionalFlag, queryText } from './parameters.ts'
import { parseQuery } from '../pipeline/request/url.ts'

test.each([
  ['?emit=yes', true],
  ['?emit=TRUE', true],
  ['?EMIT=1', true],
  ['?emit=on', false],
  ['?emit=2', false],
  ['?emit=%20true', false],
  ['?emit=yes&emit=yes', false],
])('%s is %s whatever the default', (search, expected) => {
  assert.equal(flag(parseQuery(search), 'emit', true), expected)
  assert.equal(flag(parseQuery(search), 'emit', false), expected)
})

test.each(['', '?emit', '?emit=', '?other=yes', '??emit=yes'])('%j leaves the default', (search) => {
  assert.equal(flag(parseQuery(search), 'emit', true), true)
  assert.equal(flag(parseQuery(search), 'emit'), false)
})

test.each([
  ['?emit=yes', true],
  ['?emit=NO', false],
  ['?emit=0', false],
  ['?emit=banana', undefined],
  ['?emit=', undefined],
  ['', undefined],
])('%j changes the flag to %s', (search, expected) => assert.equal(optionalFlag(parseQuery(search), 'emit'), expected))

test('a query loses one byte-order mark', () => {
  assert.equal(queryText(new TextEncoder().encode('\ufeff\ufefffromAll()')), '\ufefffromAll()')
})
