import { expect, test } from 'vitest'
import { packEvents } from './columns.ts'
import { Dictionary } from '../plan/dictionary.ts'
import { everything } from '../plan/needs.ts'
import type { EventColumns } from '../language/event-batch.ts'
import { queryEvent } from '../query-event.fixture.ts'
import type { QueryEvent, Sources } from '../query.ts'

const unpartitioned = { byStreams: false, byCustomPartitions: false } as Sources
const byStream = { byStreams: true, byCustomPartitions: false } as Sources

function pack(events: readonly QueryEvent[], sources = unpartitioned) {
  const { columns, numbers, text } = packEvents(events, [events.length], sources, everything)
  const read = JSON.parse(columns) as EventColumns
  const packed = Object.fromEntries(
    read.packed.map((name, i) => [name, Array.from(new Int32Array(numbers, i * events.length * 4, events.length))]),
  )
  return { ...read, ...packed, text }
}

test('sends a column as one value where all events have it', () => {
  const { unpacked, packed } = pack([queryEvent({ number: 5 }), queryEvent({ number: 6 })])
  expect(unpacked).toMatchObject({ type: 0, stream: 0, idLength: 36, dataLength: 2, metadataLength: -1, deleted: 0 })
  expect(packed).toEqual(['number', 'idStart', 'dataStart'])
})

test('sends each type, stream and partition once', () => {
  const events = ['a', 'b', 'a'].map((stream) => queryEvent({ stream, type: null }))
  expect(pack(events, byStream)).toMatchObject({
    types: [null],
    streams: ['a', 'b'],
    stream: [0, 1, 0],
    partitions: ['a', 'b'],
    partition: [0, 1, 0],
  })
  expect(pack(events)).toMatchObject({ partitions: [null], unpacked: { partition: 0 } })
})

test('sends partitions that stand in bodies, and those of deleted streams as the reader found them', () => {
  const keys = new Dictionary()
  ;['x', null, 'x'].forEach((key, i) => keys.set(i, key))
  const events = [queryEvent(), queryEvent({ partition: 'ignored' }), queryEvent({ deleted: 'soft', partition: 'gone' })]
  const sources = { byStreams: true, byCustomPartitions: true } as Sources
  const needs = { ...everything, data: false }
  const { columns, bodies } = packEvents(events, [3], sources, needs, { json: '{}', keys })
  expect(JSON.parse(columns)).toMatchObject({ partitions: ['x', null, 'gone'], unpacked: { dataLength: -1 } })
  expect({ bodies, indexes: keys.indexes }).toEqual({ bodies: '{}', indexes: [0, 1, 2] })
  const { columns: asked } = packEvents(events, [3], sources, everything)
  expect(JSON.parse(asked)).toMatchObject({ partitions: [null, 'gone'] })
})

test('keeps texts as they are, bodies as one array where all are JSON', () => {
  const events = [queryEvent({ data: '{"a":1}', metadata: 'm' }), queryEvent({ data: '[2]', linkMetadata: 'l' })]
  const { text, bodiesStart, bodiesEnd } = pack(events)
  expect(text.slice(bodiesStart, bodiesEnd)).toBe('[{"a":1},[2]]')
  expect(text).toBe(`${events[0]!.id}${events[1]!.id}ml[{"a":1},[2]]`)
  expect(pack([queryEvent(), queryEvent({ isJson: false })])).toMatchObject({ bodiesStart: 0, bodiesEnd: 0, isJson: [1, 0] })
})

test('says whether a text needs a closer look', () => {
  expect(pack([queryEvent({ data: '{"a":"b"}' })]).isPlain).toBe(true)
  expect(pack([queryEvent({ data: '{"a":"\\n"}' })]).isPlain).toBe(false)
  expect(pack([queryEvent({ data: '{"a":"\u2028"}' })]).isPlain).toBe(false)
})

test('puts texts with NUL among the columns, because the engine takes C strings', () => {
  const { text, inlineText } = pack([queryEvent({ data: 'a\0b', isJson: false })])
  expect(text).toBe('')
  expect(inlineText).toContain('a\0b')
})

test('sends numbers beyond 32 bits apart', () => {
  const { unpacked, packed } = pack([queryEvent({ number: 2 ** 40 }), queryEvent({ number: 1 })])
  expect(unpacked).toMatchObject({ number: [2 ** 40, 1] })
  expect(packed).not.toContain('number')
})

test('packs no event at all', () => {
  expect(pack([])).toMatchObject({ count: 0, types: [], packed: [], text: '' })
})
