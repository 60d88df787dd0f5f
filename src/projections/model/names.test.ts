import assert from 'node:assert/strict'
import { test } from 'vitest'
import { partitionResultStream, resultStream } from './names.ts'

test('the query may name its result stream', () => {
  assert.equal(resultStream('p', null), '$projections-p-result')
  assert.equal(resultStream('p', 'totals'), 'totals')
})

test.each([
  [null, 'k', '$projections-p-k-result'],
  ['per-{0}', 'k', 'per-k'],
  ['{0}-{0}', 'k', 'k-k'],
  ['all', 'k', 'all'],
  ['{{x}}-{0}', 'k', '{x}-k'],
  ['{0}', '{1}', '{1}'],
])('puts the partition into %j', (pattern, partition, name) => {
  assert.deepEqual(partitionResultStream('p', pattern, partition), { kind: 'name', name })
})

test.each(['{1}', '{12}'])('an index without an argument in %j', (pattern) => {
  assert.deepEqual(partitionResultStream('p', pattern, 'k'), {
    kind: 'malformed',
    message: 'Index (zero based) must be greater than or equal to zero and less than the size of the argument list.',
  })
})

test.each(['{', '}', '{x}', '{0'])('a brace that stands wrong in %j', (pattern) => {
  assert.equal(partitionResultStream('p', pattern, 'k').kind, 'malformed')
})

test('braces in the name of the projection count as well', () => {
  assert.equal(partitionResultStream('a{1}', null, 'k').kind, 'malformed')
})
