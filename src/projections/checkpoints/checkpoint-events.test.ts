import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inOrder, partitionCheckpoints, readStateData, stateData } from './checkpoint-events.ts'

test.each([
  ['{"n":1}', '{"n":1}', '[{"n":1},{"n":1}]'],
  ['{"n":1}', undefined, '[{"n":1}]'],
  ['', undefined, '[]'],
  ['2', '2', '[2,2]'],
  ['plain text', 'plain text', '[plain text,plain text]'],
])('stores the state %j with the result %j', (state, result, data) => assert.equal(stateData({ state, result }), data))

test.each([
  ['[{"b":1,"a":2},{"r":1}]', '{"b":1,"a":2}', '{"r":1}'],
  ['[{"n":1}]', '{"n":1}', undefined],
  ['[]', '', undefined],
  ['[1E+21]', '1E+21', undefined],
  ['["text"]', '"text"', undefined],
])('reads %s back', (data, state, result) => assert.deepEqual(readStateData(data), { kind: 'texts', state, result }))

test.each([
  ['[plain text]', 'Unexpected character encountered while parsing value: p', 1],
  ['[nothing]', 'Unexpected character encountered while parsing value: n', 1],
  ['[text,text]', 'Error parsing boolean value', 2],
  ['[fals,fals]', 'Error parsing boolean value', 5],
  ['[null1]', 'Error parsing null value', 5],
  ['[undef]', 'Error parsing undefined value', 6],
  ['[Nope]', 'Error parsing NaN value', 2],
])('a plain text that was stored unchanged cannot be read: %s', (data, words, position) => {
  assert.deepEqual(readStateData(data), { kind: 'unreadable', message: `${words}. Path '', line 1, position ${position}.` })
})

test('partitions are written in the order of the events that changed them', () => {
  const at = (number: number) => ({ kind: 'stream', stream: 's', number }) as const
  const changed = [
    { partition: 'late', state: '2', result: undefined, tag: at(9) },
    { partition: 'early', state: '1', result: '1', tag: at(3) },
  ]
  const written = partitionCheckpoints('p', inOrder(changed), { id: 6, epoch: -1, version: 0 })
  assert.deepEqual(
    written.map(({ stream, type, data, metadata }) => [stream, type, data, metadata]),
    [
      ['$projections-p-early-checkpoint', '$Checkpoint', '[1,1]', '{"$v":"6:-1:0:4","$s":{"s":3}}'],
      ['$projections-p-late-checkpoint', '$Checkpoint', '[2]', '{"$v":"6:-1:0:4","$s":{"s":9}}'],
    ],
  )
})
