import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { RecordedEvent } from '../../base/events/events.ts'
import type { Tag } from '../model/positions/checkpoint.ts'
import { stampedMembers } from '../model/positions/checkpoint-text.ts'
import type { Target, WrittenEvent } from './emitted-stream.ts'
import { openTarget, place, writtenSince } from './emitted-stream.ts'
import type { Output } from './outputs.ts'
import type { Source } from '../model/source.ts'

const source: Source = { kind: 'stream', stream: 's', category: null }
const writer = { stamp: { id: 6, epoch: 2, version: 4 }, source }
const at = (number: number): Tag => ({ kind: 'stream', stream: 's', number })

const event = (metadata: string, number = 5, type = 'E'): RecordedEvent => ({
  id: '5c1f0000-0000-4000-8000-000000000001',
  type,
  data: '{}',
  metadata,
  isJson: true,
  stream: 'out',
  number,
  created: 0,
  position: number,
})
const own = (number: number, version = 4, id = 6) => `{${stampedMembers(at(number), { id, epoch: 2, version })}}`

interface Given {
  readonly last?: number
  readonly tombstone?: boolean
  readonly truncateBefore?: bigint
  readonly event?: RecordedEvent
}
const open = ({ last = 5, tombstone = false, truncateBefore, event: newest }: Given) =>
  openTarget({ stream: 'out', last, tombstone, metadata: { truncateBefore } }, newest, writer)
const reasonOf = (given: Given) => {
  const opened = open(given)
  return opened.kind === 'refused' ? opened.reason : opened.kind
}

/** The rows of projection-language §11.3. */
test.each([
  ['a stream that never existed', { last: -1 }, 'open'],
  ['a stream of which nothing can be seen', {}, 'open'],
  ['an own event', { event: event(own(3)) }, 'open'],
  ['a hard-deleted stream', { tombstone: true }, 'Stream : out is deleted. Cannot emit events to it'],
  ['an event without metadata', { event: event('') }, "The 'out' stream managed by projection 6 has been written to from the outside."],
  [
    'metadata that are no object',
    { event: event('"text"') },
    "The 'out' stream managed by projection 6 has been written to from the outside.",
  ],
  [
    'an event of another projection',
    { event: event(own(3, 4, 9)) },
    "Multiple projections emitting to the same stream detected.  Stream: 'out'. Last event projection: '9'.  Emitting projection: '6'",
  ],
  [
    'metadata without a position',
    { event: event('{"$v":"6:2:4:4","who":"me"}') },
    "The given checkpoint is invalid. Possible causes might include having written an event to the projection's managed stream. The bad checkpoint: Phase: 0",
  ],
  [
    'a position of another kind of source',
    { event: event('{"$v":"6:2:4:4","$c":1,"$p":1}') },
    'Conversion from Position to Stream position tag is not supported',
  ],
])('finds %s', (_what, given, expected) => assert.equal(reasonOf(given), expected))

const targetOf = (given: Given): Target => {
  const opened = open(given)
  assert.ok(opened.kind === 'open')
  return opened.target
}

test('a stream gets metadata before the first event of an epoch, and loses older events', () => {
  assert.deepEqual(targetOf({ last: -1 }), { last: -1, metadata: { truncateBefore: undefined }, written: undefined })
  assert.deepEqual(targetOf({}), { last: 5, metadata: { truncateBefore: 6n }, written: undefined })
  assert.deepEqual(targetOf({ event: event(own(3, 1)) }), { last: 5, metadata: { truncateBefore: 6n }, written: undefined })
  assert.deepEqual(targetOf({ event: event(own(3)) }), { last: 5, metadata: undefined, written: undefined })
  assert.deepEqual(targetOf({ last: -1, truncateBefore: 9n }).metadata, { truncateBefore: 9n })
})

test('collects the events that an earlier run of this epoch wrote at or after a position', () => {
  const last = { type: 'B', tag: at(4), number: 8, next: undefined }
  const events = [event(own(4), 8, 'B'), event(own(3), 7, 'A'), event(own(3), 6, 'A'), event(own(2), 5, 'A')]
  const written = { type: 'A', tag: at(3), number: 6, next: { type: 'A', tag: at(3), number: 7, next: last } }
  assert.deepEqual(writtenSince(events, at(3), writer, undefined), { written, complete: true })
  const newer = writtenSince(events.slice(0, 2), at(3), writer, undefined)
  assert.equal(newer.complete, false)
  assert.deepEqual(writtenSince(events.slice(2), at(3), writer, newer.written), { written, complete: true })
  assert.deepEqual(writtenSince([event(own(4), 8, 'B'), event(own(4, 1), 7)], at(0), writer, undefined).written, last)
})

const output = (number: number, type = 'E'): Output => ({
  stream: 'out',
  type,
  data: '{}',
  isJson: true,
  metadata: '{}',
  tag: at(number),
  event: 0,
  tracked: true,
})

test('writes behind the last event', () => {
  const placed = place(output(3), { last: 5, metadata: { truncateBefore: 6n }, written: undefined })
  assert.deepEqual(placed, { kind: 'write', number: 6, target: { last: 6, metadata: undefined, written: undefined } })
})

const target: Target = {
  last: 8,
  metadata: undefined,
  written: { type: 'A', tag: at(3), number: 7, next: { type: 'B', tag: at(4), number: 8, next: undefined } },
}

test('takes existing events for its own, in order, and writes again from where they end', () => {
  const first = place(output(3, 'A'), target)
  assert.ok(first.kind === 'there' && first.number === 7)
  const second = place(output(4, 'B'), first.target)
  assert.ok(second.kind === 'there' && second.number === 8)
  const third = place(output(4, 'C'), second.target)
  assert.ok(third.kind === 'write' && third.number === 9)
})

test('passes over events that it no longer writes', () => {
  const placed = place(output(4, 'B'), target)
  assert.ok(placed.kind === 'there' && placed.number === 8)
})

test('goes on behind everything that is there', () => {
  assert.equal(place(output(5), target).kind, 'write')
})

test('refuses to differ from an existing event, unless it is a link', () => {
  const placed = place(output(3, 'X'), target)
  assert.ok(placed.kind === 'refused')
  assert.equal(
    placed.reason,
    "An event emitted in recovery for stream out differs from the originally emitted event. Existing('A', 's: 3'). New('X', 's: 3')",
  )
  assert.equal(place(output(3, '$>'), target).kind, 'there')
})

test('meets each of many existing events once', () => {
  let steps = 0
  const watched = (number: number, next: WrittenEvent | undefined): WrittenEvent => ({
    type: 'E',
    tag: at(number),
    number,
    get next() {
      steps++
      return next
    },
  })
  const count = 1000
  const numbers = Array.from({ length: count }, (_, number) => number)
  let met: Target = {
    last: count - 1,
    metadata: undefined,
    written: numbers.reduceRight<WrittenEvent | undefined>((next, number) => watched(number, next), undefined),
  }
  for (const number of numbers) {
    const placed = place(output(number), met)
    assert.ok(placed.kind === 'there' && placed.number === number)
    met = placed.target
  }
  assert.equal(steps, count)
  assert.equal(met.written, undefined)
})
