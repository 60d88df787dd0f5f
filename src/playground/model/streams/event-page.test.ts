import { expect, test } from 'vitest'
import type { StreamFeed, StreamFeedEntry } from '../store/feed.ts'
import type { EventPage } from './event-page.ts'
import { eventPage, placeOfTitle, withNewEvents } from './event-page.ts'

const entry = (number: number, eventType: string, data: string | null): StreamFeedEntry => ({
  eventNumber: number,
  eventType,
  streamId: 's',
  positionEventNumber: number,
  positionStreamId: 's',
  data,
  title: `${number}@s`,
  updated: '2026-01-01T00:00:00Z',
})
const broken = (title: string): StreamFeedEntry => ({ title, updated: '2026-01-01T00:00:00Z' })
const feed = (entries: readonly StreamFeedEntry[], links: Readonly<Record<string, string>> = {}): StreamFeed => ({
  headOfStream: true,
  links: Object.entries(links).map(([relation, uri]) => ({ relation, uri })),
  entries,
})

test('rows show type and data, pages their links', () => {
  const newer = 'http://localhost:2113/streams/s/5/forward/30'
  expect(eventPage(feed([entry(4, 'Added', '{\n  "a":  1\n}')], { self: '/s', next: '/older', previous: newer }))).toEqual({
    rows: [{ number: 4, type: 'Added', created: '2026-01-01T00:00:00Z', preview: '{ "a": 1 }', link: undefined }],
    isHead: true,
    older: '/older',
    newer,
  })
})

test('a link shows its target, under its own number', () => {
  const target = { ...entry(3, 'Added', '{"a":1}'), streamId: 'cart-1', title: '3@cart-1', positionEventNumber: 0 }
  expect(eventPage(feed([target])).rows[0]).toMatchObject({
    number: 0,
    type: 'Added',
    preview: '{"a":1}',
    link: { target: '3@cart-1', resolved: true },
  })
})

test('a broken link shows where it would have led, under the number that is left for it', () => {
  const entries = [broken('9@gone'), entry(7, 'Added', null), broken('8@gone'), broken('7@gone')]
  const { rows } = eventPage(feed(entries, { previous: 'http://localhost:2113/streams/s/9/forward/30' }))
  expect(rows.map(({ number }) => number)).toEqual([8, 7, 6, 5])
  expect(rows[0]).toMatchObject({ type: '$>', preview: '', link: { target: '9@gone', resolved: false } })
})

test('previews are cut', () => {
  expect(eventPage(feed([entry(0, 'T', 'x'.repeat(1000))])).rows[0]!.preview).toHaveLength(200)
})

const page = (numbers: readonly number[], older = 'older', created = ''): EventPage => ({
  rows: numbers.map((number) => ({ number, type: 'T', created, preview: '', link: undefined })),
  isHead: true,
  older: older || undefined,
  newer: 'newer',
})
const numbers = ({ rows }: EventPage) => rows.map(({ number }) => number)

test('new events come on top of the shown ones', () => {
  const shown = page([4, 3, 2], 'before 2')
  const merged = withNewEvents(shown, page([6, 5, 4], 'before 4'))
  expect(numbers(merged)).toEqual([6, 5, 4, 3, 2])
  expect(merged.older).toBe('before 2')
  expect(withNewEvents(shown, page([4, 3, 2]))).toBe(shown)
})

test('the newest page replaces the shown one where the two do not meet, or the stream has become shorter', () => {
  const shown = page([4, 3, 2])
  expect(numbers(withNewEvents(shown, page([9, 8, 7])))).toEqual([9, 8, 7])
  expect(numbers(withNewEvents(shown, page([1, 0])))).toEqual([1, 0])
  expect(numbers(withNewEvents(shown, page([], '')))).toEqual([])
  expect(numbers(withNewEvents(shown, page([5, 4], '')))).toEqual([5, 4])
  expect(numbers(withNewEvents(page([], ''), page([0], '')))).toEqual([0])
})

test('the newest page replaces one of other content under the same numbers', () => {
  expect(withNewEvents(page([1, 0], ''), page([1, 0], '', 'later')).rows[0]!.created).toBe('later')
  expect(withNewEvents(page([4, 3, 2]), page([4, 3], 'older', 'later')).rows.map(({ created }) => created)).toEqual(['later', 'later'])
})

test('a live page does not grow without end', () => {
  const long = page(Array.from({ length: 200 }, (_, index) => 199 - index))
  expect(numbers(withNewEvents(long, page([200, 199])))).toEqual([200, 199])
})

test('titles name a number and a stream, which may hold an @', () => {
  expect(placeOfTitle('3@cart-1')).toEqual({ stream: 'cart-1', number: 3 })
  expect(placeOfTitle('-1@a@b')).toEqual({ stream: 'a@b', number: -1 })
  expect([placeOfTitle('3'), placeOfTitle('@a'), placeOfTitle('')]).toEqual([undefined, undefined, undefined])
})
