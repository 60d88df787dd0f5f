import assert from 'node:assert/strict'
import { test } from 'vitest'
import { queryEvent } from '../../query/query-event.fixture.ts'
import { zeroTag } from '../model/positions/checkpoint.ts'
import type { SourceCursor } from '../model/tables.ts'
import { BatchBuilder } from './batch.ts'

const streams = ['a', 'b']
const start: SourceCursor['tag'] = zeroTag({ kind: 'streams', streams })
const count = 1000

/** A batch whose records alternate between two streams, where every fifth does not count in positions, and how often a record was looked at. */
function watchedBatch() {
  let looks = 0
  const recordAt = (position: number) => ({
    id: '',
    type: 'T',
    data: '{}',
    metadata: '',
    isJson: true,
    created: 0,
    number: position >> 1,
    position,
    get stream() {
      looks++
      return streams[position % 2]!
    },
  })
  const builder = new BatchBuilder({ tag: start, passed: start, live: undefined })
  for (let position = 0; position < count; position++) {
    const isLost = position % 5 === 4
    const delivered = isLost ? ({ kind: 'skipped', joins: false } as const) : ({ kind: 'delivered', event: queryEvent({}) } as const)
    builder.add(recordAt(position), delivered, 0, undefined)
  }
  return { batch: builder.finish(true), looks: () => looks }
}

/** Numbers of both streams in a position behind the first so many records. */
const numbersBehind = (passed: number) => [((passed + 1) >> 1) - 1, (passed >> 1) - 1]

const deliveredAt = Array.from({ length: count }, (_, position) => position).filter((position) => position % 5 !== 4)

test('a place counts all records up to it in its cursor, and those that count in its position', () => {
  const { batch } = watchedBatch()
  const { cursor, tag } = batch.deliveries[4]!
  assert.deepEqual(cursor.tag, { kind: 'streams', streams, numbers: [2, 2] })
  assert.deepEqual(tag, { kind: 'streams', streams, numbers: [1, 2] })
  assert.deepEqual(batch.cursor.tag, { kind: 'streams', streams, numbers: numbersBehind(count) })
})

test('asking for all places of a batch in order looks at each record a few times', () => {
  const { batch, looks } = watchedBatch()
  const numbers = batch.deliveries.map(({ cursor }) => cursor.tag.kind === 'streams' && cursor.tag.numbers)
  assert.deepEqual(
    numbers,
    deliveredAt.map((position) => numbersBehind(position + 1)),
  )
  assert.ok(looks() <= 4 * count, `${looks()} looks`)
})

test('asking for all places in any order looks at few records for each', () => {
  const { batch, looks } = watchedBatch()
  const { length } = batch.deliveries
  // 307 has no factor in common with the length, so the steps meet all places.
  for (let index = 0; index < length; index++) {
    const at = (index * 307 + 11) % length
    const { tag } = batch.deliveries[at]!.cursor
    assert.deepEqual(tag.kind === 'streams' && tag.numbers, numbersBehind(deliveredAt[at]! + 1))
  }
  assert.ok(looks() <= 40 * count, `${looks()} looks`)
})
