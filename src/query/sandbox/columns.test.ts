import { expect, test } from 'vitest'
import { packEvents } from './columns.ts'
import type { Needs } from '../plan/needs.ts'
import { everything } from '../plan/needs.ts'
import type { EventColumns } from '../language/run/event-batch.ts'
import { queryEvent } from '../query-event.fixture.ts'
import type { QueryEvent, Sources } from '../query.ts'

const unpartitioned = { byStreams: false, byCustomPartitions: false } as Sources
const byStream = { byStreams: true, byCustomPartitions: false } as Sources

function pack(events: readonly QueryEvent[], sources = unpartitioned, needs: Needs = everything) {
  const { columns, text } = packEvents(events, [events.length], sources, needs)
  return { ...(JSON.parse(columns) as EventColumns), text }
}

test('sends a column as one value where all events have it', () => {
  const columns = pack([queryEvent({ number: 5 }), queryEvent({ number: 6 })])
  expect(columns).toMatchObject({ type: 0, stream: 0, idLength: 36, dataLength: 2, metadataLength: -1, deleted: 0 })
  expect(columns).toMatchObject({ number: [5, 6], idStart: [0, 36], dataStart: [73, 76] })
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
  expect(pack(events)).toMatchObject({ partitions: [null], partition: 0 })
})

test('sends partitions that stand in bodies, and those of deleted streams as the reader found them', () => {
  const data = '{"k":"x","n":1}'
  const events = [queryEvent({ data }), queryEvent({ partition: 'ignored' }), queryEvent({ data, deleted: 'soft', partition: 'gone' })]
  const sources = { byStreams: true, byCustomPartitions: true } as Sources
  const bodies = { path: ['k'], types: new Map(), others: { members: { n: true } } } as const
  const needs = { id: false, created: false, data: false, metadata: false, linkMetadata: false, bodies }
  expect(pack(events, sources, needs)).toMatchObject({
    partitions: ['x', null, 'gone'],
    partition: [0, 1, 2],
    text: '[{"n":1},{},{"n":1}]',
  })
  expect(pack(events, sources)).toMatchObject({ partitions: [null, 'gone'] })
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

test('packs no event at all', () => {
  expect(pack([])).toMatchObject({ count: 0, types: [], type: 0, text: '' })
})
