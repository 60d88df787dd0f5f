import assert from 'node:assert/strict'
import { test } from 'vitest'
import { tombstoneNumber } from '../../../base/events/events.ts'
import type { Tag } from './checkpoint.ts'
import { printTag, stampedMembers, tagJson } from './checkpoint-text.ts'
import { readStampedPosition } from './provenance.ts'

const tags: readonly (readonly [Tag, text: string, json: string])[] = [
  [{ kind: 'log', commit: 0, prepare: -1 }, 'C:0/P:-1', '{"$c":0,"$p":-1}'],
  [{ kind: 'log', commit: 1450, prepare: 1450 }, 'C:1450/P:1450', '{"$c":1450,"$p":1450}'],
  [
    { kind: 'types', commit: 3, prepare: 3, types: ['A', '$deleted'] },
    'C:3/P:3; A: -1; $deleted: -1; ',
    '{"$c":3,"$p":3,"$s":{"A":-1,"$deleted":-1}}',
  ],
  [
    { kind: 'types', commit: 3, prepare: 3, types: ['A', 'B'], numbers: [7, -1] },
    'C:3/P:3; A: 7; B: -1; ',
    '{"$c":3,"$p":3,"$s":{"A":7,"B":-1}}',
  ],
  [{ kind: 'stream', stream: 'a "b"', number: 12 }, 'a "b": 12', '{"$s":{"a \\"b\\"":12}}'],
  [{ kind: 'streams', streams: ['a', 'b'], numbers: [4, -1] }, 'a: 4; b: -1; ', '{"$s":{"a":4,"b":-1}}'],
  [
    { kind: 'streams', streams: ['a', 'b'], numbers: [4, tombstoneNumber] },
    'a: 4; b: 9223372036854775807; ',
    '{"$s":{"a":4,"b":9223372036854775807}}',
  ],
  [{ kind: 'stream', stream: 'a', number: tombstoneNumber }, 'a: 9223372036854775807', '{"$s":{"a":9223372036854775807}}'],
  [{ kind: 'phase', completed: false }, 'Phase: 1', '{"$ph":1,"$cp":false}'],
  [{ kind: 'phase', completed: true }, 'Phase: 1 (completed)', '{"$ph":1,"$cp":true}'],
]

test.each(tags)('prints %o', (tag, text, json) => {
  assert.equal(printTag(tag), text)
  assert.equal(tagJson(tag), json)
})

test.each(tags)('reads %o back with the stamp of its writer', (tag) => {
  const stamp = { id: 6, epoch: -1, version: 2 }
  const metadata = `{${stampedMembers(tag, stamp)},"who":"me"}`
  assert.ok(metadata.startsWith('{"$v":"6:-1:2:4",'))
  const read = readStampedPosition(metadata, { id: 9 })
  assert.deepEqual(read?.stamp, stamp)
  assert.deepEqual(read?.tag, tag)
  assert.deepEqual([...(read?.extra.keys() ?? [])], ['who'])
})

test('transient projections leave no stamp, and any reader takes the event for its own', () => {
  const metadata = `{${stampedMembers({ kind: 'stream', stream: 's', number: 0 }, { id: -2, epoch: -1, version: 0 })}}`
  assert.equal(metadata, '{"$s":{"s":0}}')
  assert.deepEqual(readStampedPosition(metadata, { id: -2 })?.stamp, { id: -2, epoch: 0, version: 0 })
})

test('metadata without a position have no tag', () => {
  assert.deepEqual(readStampedPosition('{"a":1}', { id: 6 })?.tag, undefined)
})

test.each([
  '"text"',
  '[1]',
  '5',
  'not json',
  '{"s":"a"}',
  '{"c":1.5}',
  '{"$p":"1"}',
  '{"$cp":1}',
  '{"$s":{"a":"b"}}',
  '{"$v":"a:b:c"}',
  '{"$v":true}',
])('cannot read %s as metadata of a projection', (metadata) => assert.equal(readStampedPosition(metadata, { id: 6 }), undefined))

test('knows the older names of the members', () => {
  assert.deepEqual(readStampedPosition('{"v":3,"commitPosition":4,"preparePosition":5}', { id: 6 }), {
    stamp: { id: 6, epoch: 0, version: 3 },
    tag: { kind: 'log', commit: 4, prepare: 5 },
    extra: new Map(),
  })
})
