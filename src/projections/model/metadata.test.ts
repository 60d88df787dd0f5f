import assert from 'node:assert/strict'
import { test } from 'vitest'
import { queryEvent } from '../../query/query-event.fixture.ts'
import { causedMetadata, emittedStreamMetadata, partitionCheckpointMetadata } from './metadata.ts'

const cause = (metadata: string | null, isJson = true) => queryEvent({ id: 'c-1', metadata, isJson })

test('position first, then the emitter’s members, then the cause', () => {
  const extra = [
    ['who', '"me"'],
    ['$causedBy', '"ignored"'],
    ['a "b"', '[1]'],
  ] as const
  assert.equal(causedMetadata('"$s":{"s":0}', cause(null), extra), '{"$s":{"s":0},"who":"me","a \\"b\\"":[1],"$causedBy":"c-1"}')
})

test.each([
  ['{"$correlationId":"abc"}', ',"$correlationId":"abc"'],
  ['{"$correlationId":5}', ',"$correlationId":"5"'],
  ['{"$correlationId":true}', ',"$correlationId":"True"'],
  ['{"$correlationId":null}', ''],
  ['{"$correlationId":""}', ''],
  ['{"$correlationId":{"a":1}}', ',"$correlationId":"{\\n  \\"a\\": 1\\n}"'],
  ['no json $correlationId', ''],
  ['["$correlationId"]', ''],
  [null, ''],
])('carries the correlation id of %s over as a text', (metadata, added) => {
  assert.equal(causedMetadata('"$c":0', cause(metadata), []), `{"$c":0,"$causedBy":"c-1"${added}}`)
})

test('the emitter’s own correlation id wins, and an event that is no JSON has none', () => {
  const metadata = '{"$correlationId":"abc"}'
  assert.equal(
    causedMetadata('"$c":0', cause(metadata), [['$correlationId', '"mine"']]),
    '{"$c":0,"$correlationId":"mine","$causedBy":"c-1"}',
  )
  assert.equal(causedMetadata('"$c":0', cause(metadata, false), []), '{"$c":0,"$causedBy":"c-1"}')
})

test('the effects of a deletion or a hollow event have no cause', () => {
  const nobody = queryEvent({ id: '00000000-0000-0000-0000-000000000000' })
  assert.equal(causedMetadata('"$c":0', nobody, []), '{"$c":0}')
})

test('metadata of written streams', () => {
  assert.equal(emittedStreamMetadata('out', undefined), '{"$acl":{}}')
  assert.equal(emittedStreamMetadata('$out', undefined), '{"$acl":{"$r":"$all","$mr":"$all"}}')
  assert.equal(emittedStreamMetadata('out', 7n), '{"$tb":7,"$acl":{}}')
  assert.equal(partitionCheckpointMetadata(undefined), '{"$maxCount":2,"$acl":{"$r":"$all","$mr":"$all"}}')
})
