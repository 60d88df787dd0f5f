import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { test } from 'vitest'
import { tombstoneNumber } from '../../../base/events/events.ts'
import type { Tag } from './checkpoint.ts'
import { compareTags, convertTag, logPositionOf, numberIn, tagBehind, zeroTag } from './checkpoint.ts'
import type { Source } from '../source.ts'

const log: Source = { kind: 'log', includeLinks: false }
const types: Source = { kind: 'types', types: ['A', 'B'], indexes: ['A', 'B', '$deleted'] }
const orders: Source = { kind: 'stream', stream: 'orders', category: null }
const both: Source = { kind: 'streams', streams: ['a', 'b'] }

const record = (stream: string, number: number, position: number) => ({ stream, number, position })

test('begins before the first event of every source', () => {
  assert.deepEqual(zeroTag(log), { kind: 'log', commit: 0, prepare: -1 })
  assert.deepEqual(zeroTag(types), { kind: 'types', commit: 0, prepare: -1, types: ['A', 'B', '$deleted'] })
  assert.deepEqual(zeroTag(orders), { kind: 'stream', stream: 'orders', number: -1 })
  assert.deepEqual(zeroTag(both), { kind: 'streams', streams: ['a', 'b'], numbers: [-1, -1] })
})

test('moves with the record that was read', () => {
  assert.deepEqual(tagBehind(zeroTag(log), [record('x', 3, 17)]), { kind: 'log', commit: 17, prepare: 17 })
  assert.deepEqual(tagBehind(zeroTag(types), [record('x', 3, 17)]), {
    kind: 'types',
    commit: 17,
    prepare: 17,
    types: ['A', 'B', '$deleted'],
  })
  assert.deepEqual(tagBehind(zeroTag(orders), [record('orders', 3, 17)]), { kind: 'stream', stream: 'orders', number: 3 })
  assert.deepEqual(tagBehind(zeroTag(both), [record('b', 3, 17)]), { kind: 'streams', streams: ['a', 'b'], numbers: [-1, 3] })
})

test('counts links of the type index by type, at the positions of their targets', () => {
  const link = (typeIndex: number, number: number, position: number) => ({ ...record('$et', number, position), typeIndex })
  const read = tagBehind(zeroTag(types), [link(0, 4, 17), link(1, 0, 18)])
  assert.deepEqual(read, { kind: 'types', commit: 18, prepare: 18, types: ['A', 'B', '$deleted'], numbers: [4, 0, -1] })
  assert.deepEqual(tagBehind(read, [record('x', 3, 20)]), { ...read, commit: 20, prepare: 20 })
  assert.deepEqual(convertTag(read, { kind: 'types', types: ['C', 'B'], indexes: ['C', 'B'] }), {
    kind: 'converted',
    tag: { kind: 'types', commit: 18, prepare: 18, types: ['C', 'B'], numbers: [-1, 0] },
  })
})

test('every record stands behind the one before it, whatever the source', () => {
  const walk = fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.constantFrom(log, types, orders, both), walk, (source, streams) => {
      const next = new Map([
        ['a', 0],
        ['b', 0],
      ])
      let tag = zeroTag(source)
      for (const [position, stream] of streams.entries()) {
        const number = source.kind === 'stream' ? position : next.get(stream)!
        next.set(stream, number + 1)
        const after = tagBehind(tag, [record(stream, number, position)])
        assert.ok(compareTags(tag, after) < 0 && compareTags(after, tag) > 0)
        assert.equal(compareTags(after, after), 0)
        tag = after
      }
    }),
  )
})

test('stands behind a hard deletion, however many events follow in other streams', () => {
  const deleted = tagBehind(zeroTag(both), [record('a', 1, 0), record('b', tombstoneNumber, 1)])
  const next = tagBehind(deleted, [record('a', 2, 2)])
  const later = tagBehind(next, [record('a', 3, 3)])
  assert.ok(compareTags(zeroTag(both), deleted) < 0)
  assert.ok(compareTags(deleted, next) < 0 && compareTags(next, later) < 0 && compareTags(later, next) > 0)
  assert.equal(compareTags(later, later), 0)
})

test('the second phase of a query comes after everything, and its end last', () => {
  const far: Tag = { kind: 'stream', stream: 'orders', number: 999 }
  const begun: Tag = { kind: 'phase', completed: false }
  const completed: Tag = { kind: 'phase', completed: true }
  assert.ok(compareTags(far, begun) < 0)
  assert.ok(compareTags(begun, completed) < 0)
  assert.equal(compareTags(completed, completed), 0)
})

test('tells numbers by stream and the place in the log', () => {
  assert.equal(numberIn({ kind: 'streams', streams: ['a', 'b'], numbers: [4, -1] }, 'a'), 4)
  assert.equal(numberIn({ kind: 'streams', streams: ['a', 'b'], numbers: [4, -1] }, 'c'), -1)
  assert.equal(numberIn({ kind: 'stream', stream: 'a', number: 4 }, 'b'), -1)
  assert.equal(numberIn({ kind: 'log', commit: 4, prepare: 4 }, 'a'), -1)
  assert.equal(logPositionOf({ kind: 'log', commit: 4, prepare: 4 }), 4)
  assert.equal(logPositionOf(zeroTag(log)), -1)
})

const at = {
  log: { kind: 'log', commit: 7, prepare: 7 },
  types: { kind: 'types', commit: 7, prepare: 7, types: ['A'] },
  stream: { kind: 'stream', stream: 'a', number: 7 },
  streams: { kind: 'streams', streams: ['a', 'c'], numbers: [7, 8] },
} as const satisfies Record<string, Tag>

const a: Source = { kind: 'stream', stream: 'a', category: null }

test.each([
  [at.log, types, { ...at.types, types: ['A', 'B', '$deleted'] }],
  [at.types, log, at.log],
  [at.types, types, { ...at.types, types: ['A', 'B', '$deleted'] }],
  [at.stream, both, { kind: 'streams', streams: ['a', 'b'], numbers: [7, -1] }],
  [at.streams, both, { kind: 'streams', streams: ['a', 'b'], numbers: [7, -1] }],
  [at.streams, a, at.stream],
  [at.stream, orders, { kind: 'stream', stream: 'orders', number: -1 }],
] as const)('fits %o to another source', (tag, source, expected) => {
  assert.deepEqual(convertTag(tag, source), { kind: 'converted', tag: expected })
})

test.each([
  [at.stream, log, 'Conversion from Stream to Position position tag is not supported'],
  [at.stream, types, 'Conversion from Stream to EventTypeIndex position tag is not supported'],
  [at.streams, log, 'Conversion from MultiStream to Position position tag is not supported'],
  [at.log, a, 'Conversion from Position to Stream position tag is not supported'],
  [at.types, both, 'Conversion from EventTypeIndex to MultiStream position tag is not supported'],
] as const)('refuses %o for another source', (tag, source, message) => {
  assert.deepEqual(convertTag(tag, source), { kind: 'incompatible', message })
})
