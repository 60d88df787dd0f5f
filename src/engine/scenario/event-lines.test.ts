import { describe, expect, it } from 'vitest'
import { readEventLine } from './event-lines.ts'

const defaults = { created: 1000, uuid: () => '00000000-0000-4000-8000-000000000000' }
const read = (value: unknown) => readEventLine(typeof value === 'string' ? value : JSON.stringify(value), defaults)
const id = '5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21'

/** As a server shows an event at embed level `body`. */
const entry = {
  eventId: id,
  eventType: 'placed',
  eventNumber: 7,
  data: '{\n  "total": 1\n}',
  metaData: '{"by":"ann"}',
  linkMetaData: null,
  streamId: 'order-1',
  isJson: true,
  isMetaData: true,
  isLinkMetaData: false,
  isRedacted: false,
  positionEventNumber: 7,
  positionStreamId: 'order-1',
  title: '7@order-1',
  id: 'http://localhost:2113/streams/order-1/7',
  updated: '2026-01-02T03:04:05.678901Z',
  author: { name: 'EventStore' },
  summary: 'placed',
  links: [],
}

describe('readEventLine', () => {
  it('reads events as scenarios write them', () => {
    expect(read({ stream: 's', type: 't' })).toEqual({
      kind: 'event',
      lacksData: false,
      event: { stream: 's', type: 't', id: defaults.uuid(), data: '', metadata: '', isJson: false, created: 1000 },
    })
    expect(read({ stream: 's', type: 't', id: `{${id}}`, data: { a: 1 }, metadata: 'm', at: '2026-01-01T00:00:00Z' })).toMatchObject({
      event: { id, data: '{\n  "a": 1\n}', metadata: 'm', isJson: true, created: Date.UTC(2026, 0, 1) },
    })
    expect(read({ stream: 's', type: 't', data: '{"a" : 1}', isJson: true })).toMatchObject({ event: { data: '{"a" : 1}', isJson: true } })
  })

  it('reads entries of feeds, to the letter', () => {
    expect(read(entry)).toEqual({
      kind: 'event',
      lacksData: false,
      event: {
        stream: 'order-1',
        number: 7,
        id,
        type: 'placed',
        data: entry.data,
        metadata: entry.metaData,
        isJson: true,
        created: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
      },
    })
  })

  it('takes the target of a link for the event', () => {
    expect(read({ ...entry, positionStreamId: '$ce-order', positionEventNumber: 99, title: '7@order-1' })).toMatchObject({
      event: { stream: 'order-1', number: 7 },
    })
  })

  it('notices that feeds do not show bodies other than JSON', () => {
    expect(read({ ...entry, isJson: false, data: null, metaData: null })).toMatchObject({
      lacksData: true,
      event: { data: '', metadata: '' },
    })
    expect(read({ ...entry, isJson: false, data: 'text' })).toMatchObject({ lacksData: false, event: { data: 'text', isJson: false } })
    expect(read({ ...entry, data: '' })).toMatchObject({ lacksData: false, event: { data: '', isJson: true } })
  })

  it('knows the end of a stream', () => {
    const tombstone = `{"streamId":"s","eventType":"$streamDeleted","eventNumber":9223372036854775807,"eventId":"${id}"}`
    expect(read(tombstone)).toEqual({ kind: 'deletion', stream: 's' })
  })

  it.each([
    ['{"stream":"s"', 'not JSON ('],
    ['{"stream":"s","type":"t"},', 'lines end without commas'],
    [' [{"stream":"s","type":"t"},', 'a list of events: write each on a line of its own'],
    ['[{"stream":"s","type":"t"}]', 'a list of events: write each on a line of its own'],
    ['null', 'expected a JSON object'],
    [{}, 'stream: is missing; type: is missing'],
    [{ stream: 's', type: 't', data: 5 }, 'data: expected an object, a list or a text, found 5'],
    [{ stream: 's', type: 't', number: 5 }, 'number: is not known here'],
    [{ summary: '$>', title: '0@gone', updated: entry.updated }, 'an entry that shows no event: read the feed with ?embed=body'],
    [{ ...entry, eventId: 'x' }, 'eventId: expected a GUID'],
    [{ ...entry, eventNumber: -1 }, 'eventNumber: expected a number of 0 or more'],
    [{ ...entry, data: {} }, 'data: expected a text'],
    [{ ...entry, metaData: 5 }, 'metaData: expected a text'],
    [{ ...entry, updated: 'yesterday' }, 'updated: expected a time'],
  ])('names the mistake in %j', (line, message) => {
    expect(read(line)).toEqual({ kind: 'problem', message: expect.stringContaining(message) as string })
  })
})

it('refuses content that is nested deeper than in a posted list, at any depth', () => {
  const nested = (levels: number) => `{"stream":"s","type":"t","data":${'['.repeat(levels)}${']'.repeat(levels)}}`
  expect(read(nested(62))).toMatchObject({ kind: 'event' })
  for (const levels of [63, 4000, 100_000])
    expect(read(nested(levels))).toEqual({ kind: 'problem', message: expect.stringContaining('nested') as string })
})
