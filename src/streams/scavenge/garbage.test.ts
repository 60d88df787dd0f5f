import { expect, test } from 'vitest'
import type { RecordedEvent, StreamHead, StreamMetadata } from '../../base/events/events.ts'
import { maxInt64, tombstoneNumber } from '../../base/events/events.ts'
import { garbageAmong, keptOf } from './garbage.ts'

const now = 1_000_000

const head = (stream: string, last: number, metadata: StreamMetadata = {}, tombstone = false): StreamHead => ({
  stream,
  last,
  metadata,
  tombstone,
})

/** An event per second, the last one now. */
const events = (numbers: readonly number[]): RecordedEvent[] =>
  numbers.map((number, index) => ({
    stream: 's',
    number,
    position: index,
    created: now - (numbers.length - 1 - index) * 1000,
    id: String(number),
    type: 'T',
    data: '',
    metadata: '',
    isJson: false,
  }))

const five = [0, 1, 2, 3, 4]

const garbage = (of: StreamHead, numbers = five, original?: StreamHead) => {
  const kept = keptOf(of, original, now)
  return kept ? garbageAmong(events(numbers), kept).map(({ number }) => number) : []
}

test.each<[string, StreamMetadata, number[]]>([
  ['nothing', {}, []],
  ['a count', { maxCount: 2n }, [0, 1, 2]],
  ['a count larger than the stream', { maxCount: 20n }, []],
  ['truncation', { truncateBefore: 3n }, [0, 1, 2]],
  ['the stricter of count and truncation', { maxCount: 4n, truncateBefore: 3n }, [0, 1, 2]],
  ['age', { maxAge: 2n }, [0, 1]],
  ['an age that nothing has', { maxAge: 60n }, []],
  ['an age before the year 1', { maxAge: maxInt64 }, []],
  ['soft deletion: the last event stays, numbers go on from it', { truncateBefore: maxInt64 }, [0, 1, 2, 3]],
])('%s', (_name, metadata, dropped) => {
  expect(garbage(head('s', 4, metadata))).toEqual(dropped)
})

test('of a hard-deleted stream only the tombstone stays', () => {
  expect(garbage(head('s', 1, {}, true), [0, 1, tombstoneNumber])).toEqual([0, 1])
})

test('of metadata only the last stays, and nothing if the stream was deleted for good', () => {
  expect(garbage(head('$$s', 4))).toEqual([0, 1, 2, 3])
  expect(garbage(head('$$s', 4), five, head('s', 0))).toEqual([0, 1, 2, 3])
  expect(garbage(head('$$s', 4), five, head('s', 0, {}, true))).toEqual(five)
})

test('the last event stays however old it is', () => {
  expect(garbage(head('s', 4, { maxAge: -10n }))).toEqual([0, 1, 2, 3])
})
