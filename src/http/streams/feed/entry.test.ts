import { describe, expect, it, test } from 'vitest'
import { event } from '../../../streams/event.fixture.ts'
import type { ReadEvent } from '../../../streams/streams.ts'
import type { EmbedLevel } from './entry.ts'
import { atOnce } from '../../../base/time/steps.ts'
import { entryJson, entryOf, readEmbedLevel } from './entry.ts'

const options = { author: 'Kurrent', fillsBrokenLinks: false, feedTagType: 'application/vnd.kurrent.atom+json' }

const base = 'http://es.test:2113'
const read: ReadEvent = {
  kind: 'event',
  event: event({ stream: 'orders 1', number: 7, type: 'OrderPaid', data: '{"a":1}', created: 1500 }),
}
const resolved: ReadEvent = {
  kind: 'resolved',
  event: event({ stream: 'target', number: 3, data: '{"n":3}' }),
  link: event({ stream: 'links', number: 9, type: '$>', data: '-1@target', metadata: '{"m":1}', created: 9000 }),
}
const broken: ReadEvent = { kind: 'broken', link: event({ type: '$>', data: '4@gone', created: 9000 }), stream: 'gone', number: 4n }

const fields = (read: ReadEvent, level: EmbedLevel = 'none', single = false): Record<string, unknown> =>
  entryJson(atOnce(entryOf(read, { ...options, base, level, single }))) as Record<string, unknown>

describe('an entry', () => {
  it('has links, title and time of its event', () => {
    expect(fields(read)).toEqual({
      title: '7@orders 1',
      id: `${base}/streams/orders%201/7`,
      updated: '1970-01-01T00:00:01.5Z',
      author: { name: 'Kurrent' },
      summary: 'OrderPaid',
      retryCount: null,
      content: null,
      links: [
        { uri: `${base}/streams/orders%201/7`, relation: 'edit', type: null },
        { uri: `${base}/streams/orders%201/7`, relation: 'alternate', type: null },
      ],
    })
  })

  it('puts the fields of its event first, in the order of the server', () => {
    const names = 'eventId eventType eventNumber data metaData linkMetaData streamId isJson isMetaData isLinkMetaData isRedacted'
    expect(Object.keys(fields(read, 'rich')).join(' ')).toBe(
      `${names} positionEventNumber positionStreamId title id updated author summary retryCount content links`,
    )
  })

  it('shows content where it is asked for, and always on its own', () => {
    const content = { eventStreamId: 'orders 1', eventNumber: 7, eventType: 'OrderPaid', data: new Map([['a', 1n]]), metadata: '' }
    expect(fields(read, 'content')['content']).toMatchObject(content)
    expect(fields(read, 'none', true)['content']).toMatchObject(content)
    expect(fields(read, 'body')['content']).toBeNull()
    expect(fields({ kind: 'event', event: event({ isJson: false }) }, 'content')['content']).toBeNull()
  })
})

describe('an entry that came through a link', () => {
  it('is named after the target as the link names it, and timed by the link', () => {
    expect(fields(resolved)).toMatchObject({
      title: '-1@target',
      id: `${base}/streams/target/-1`,
      summary: '$>',
      updated: '1970-01-01T00:00:09Z',
    })
  })

  it('describes the target and stands where the link stands', () => {
    expect(fields(resolved, 'body')).toMatchObject({
      streamId: 'target',
      eventNumber: 3,
      data: '{"n":3}',
      linkMetaData: '{"m":1}',
      isLinkMetaData: true,
      positionEventNumber: 9,
      positionStreamId: 'links',
      content: null,
    })
    expect(fields(resolved, 'content', true)['content']).toBeNull()
  })

  it('has nothing but its names where the target cannot be read', () => {
    expect(Object.keys(fields(broken, 'body'))).toEqual(Object.keys(fields(read)))
    expect(fields(broken)).toMatchObject({ title: '4@gone', summary: '$>', updated: '1970-01-01T00:00:09Z' })
  })
})

describe('data at the embed levels', () => {
  const json = event({ data: '{"a":1} rest', metadata: '{"m":[]} ' })
  const array = event({ data: '[1]' })
  const text = event({ data: 'plain', isJson: false })
  const hidden = event({ data: '{"a":1}', isJson: false })
  const empty = event({ data: '', isJson: false })

  test.each<[string, ReturnType<typeof event>, EmbedLevel, unknown]>([
    ['rich shows none', json, 'rich', { data: null, metaData: null, isMetaData: false, isJson: true }],
    ['body as it is stored', json, 'body', { data: '{"a":1} rest', metaData: '{"m":[]} ', isMetaData: true }],
    ['pretty the object at the start', json, 'pretty', { data: '{\n  "a": 1\n}', metaData: '{\n  "m": []\n}' }],
    ['pretty leaves an array', array, 'pretty', { data: '[1]', metaData: null, isMetaData: false }],
    ['body without text', text, 'body', { data: null, isJson: false }],
    ['pretty without text', text, 'pretty', { data: null }],
    ['tryharder with text', text, 'tryharder', { data: 'plain', isJson: false }],
    ['tryharder finds an object', hidden, 'tryharder', { data: '{\n  "a": 1\n}', isJson: true }],
    ['tryharder takes nothing for JSON', empty, 'tryharder', { data: '', isJson: true }],
  ])('%s', (_, shown, level, expected) => {
    expect(fields({ kind: 'event', event: shown }, level)).toMatchObject(expected as object)
  })
})

test('embed levels are read in any case, unknown ones mean none', () => {
  expect(['BODY', 'TryHarder', 'prettybody', 'body,rich', undefined].map(readEmbedLevel)).toEqual([
    'body',
    'tryharder',
    'none',
    'none',
    'none',
  ])
})
