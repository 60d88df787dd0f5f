import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { RecordedEvent } from '../../base/events/events.ts'
import type { Sources } from '../../query/query.ts'
import { sourcesFixture } from '../model/definition/definition.fixture.ts'
import type { Delivered, Feed, Resolution } from './delivery.ts'
import { deliver, needsTarget } from './delivery.ts'
import { sourceOf } from '../model/source.ts'

const record = (given: Partial<RecordedEvent> = {}): RecordedEvent => ({
  id: '5c1f0000-0000-4000-8000-000000000001',
  type: 'T',
  data: '{}',
  metadata: '',
  isJson: true,
  stream: 's',
  number: 3,
  created: 1000,
  position: 40,
  ...given,
})

const link = (data = '1@x', metadata = '', stream = 's') => record({ type: '$>', data, metadata, isJson: false, stream })
const softDeletion = record({ stream: '$$x', type: '$metadata', data: '{"$tb":9223372036854775807}' })
const hardDeletion = record({ stream: 'x', type: '$streamDeleted', data: '', isJson: false })

const nowhere: Resolution = { kind: 'none' }
const found = (event: Partial<RecordedEvent> = {}): Resolution => ({ kind: 'event', event: record({ stream: 'x', number: 1, ...event }) })
const eventGone: Resolution = { kind: 'event-gone' }
const streamGone: Resolution = { kind: 'stream-gone', stream: 'x' }

const all = sourcesFixture({ allStreams: true })
const allTypes = sourcesFixture({ allStreams: true, allEvents: false, events: ['T', '$metadata'] })
const allWithLinks = sourcesFixture({ allStreams: true, options: { includeLinks: true } })
const stream = sourcesFixture()
const streams = sourcesFixture({ streams: ['s', 'x'] })
const category = sourcesFixture({ categories: ['c'] })
const typed = sourcesFixture({ allEvents: false, events: ['T'] })
const byStream = (sources: Sources): Sources => ({ ...sources, byStreams: true })
const deleting = (sources: Sources): Sources => ({
  ...byStream(sources),
  options: { ...sources.options, handlesDeletedNotifications: true },
})

const take = (sources: Sources, event: RecordedEvent, resolution: Resolution = nowhere, feed: Feed = 'own'): Delivered =>
  deliver(event, resolution, { source: sourceOf(sources), sources }, feed)

/** The query's input, in one word. */
function word(delivered: Delivered): string {
  if (delivered.kind !== 'delivered') return delivered.kind
  const { event } = delivered
  if (event.deleted) return `$deleted ${event.partition}`
  return event.type === null ? `hollow ${event.stream}` : `${event.type} of ${event.stream}`
}

test.each([
  ['an event of a user', record(), 'T of s', 'T of s'],
  ['an event of a system stream', record({ stream: '$s' }), 'skipped', 'skipped'],
  ['metadata of a user stream', record({ stream: '$$s', type: '$metadata' }), '$metadata of $$s', 'skipped'],
  ['metadata of a system stream', record({ stream: '$$$s', type: '$metadata' }), 'skipped', 'skipped'],
  ['a link', link(), 'skipped', 'skipped'],
  ['a soft deletion', softDeletion, '$metadata of $$x', 'skipped'],
  ['a tombstone', hardDeletion, '$streamDeleted of x', 'skipped'],
])('fromAll: %s', (_what, event, whole, byType) => {
  assert.equal(word(take(all, event)), whole)
  assert.equal(word(take(allTypes, event)), byType)
})

test('fromAll with links gives them as they are to queries, and resolved where the live reader feeds', () => {
  assert.equal(word(take(allWithLinks, link())), '$> of s')
  assert.equal(word(take(allWithLinks, link(), found(), 'live')), 'T of x')
  assert.equal(word(take(allWithLinks, link('1@x', '', '$s'), found(), 'live')), 'skipped')
})

const position = '{"$c":1,"$p":1}'

test.each([
  ['a link in a system stream that tells its position', link('1@x', position, '$ce-x'), false],
  ['a link in a system stream', link('1@x', '', '$ce-x'), true],
  ['a link of a user', link('1@x', position), true],
  ['an event', record(), false],
])('fromAll with links, fed by the live reader, needs to know where %s leads: %s', (_what, event, isNeeded) => {
  const selection = { source: sourceOf(allWithLinks), sources: allWithLinks }
  assert.equal(needsTarget(event, selection, 'live'), isNeeded)
  assert.equal(needsTarget(event, selection, 'own'), false)
})

const anywhere: readonly Resolution[] = [
  found(),
  found({ metadata: '{"s":"a"}' }),
  { kind: 'event', event: softDeletion },
  eventGone,
  streamGone,
]

test('where a target is not needed, it decides nothing', () => {
  const metadata = ['', position, '"text"', '{"m":1}', '{"s":"a"}', '{"$c":1,"$p":1,"$deleted":-1,"$o":"x"}']
  const links = ['s', '$ce-x', '$$s', '$$$s'].flatMap((place) => metadata.map((each) => link('1@x', each, place)))
  for (const sources of [allWithLinks, deleting(allWithLinks)]) {
    const selection = { source: sourceOf(sources), sources }
    for (const event of links.filter((each) => !needsTarget(each, selection, 'live'))) {
      const outcome = take(sources, event, nowhere, 'live')
      for (const resolution of anywhere) assert.deepEqual(take(sources, event, resolution, 'live'), outcome)
    }
  }
})

test.each([
  ['its target', found(), 'T of x', 'T of x', 'T of x', 'T of x'],
  ['a target that is gone', eventGone, 'hollow null', 'hollow null', 'hollow null', 'hollow null'],
  ['a stream that is gone', streamGone, 'skipped', 'hollow x', 'skipped', 'skipped'],
  ['no stream at all', nowhere, '$> of s', '$> of s', '$> of s', 'skipped'],
])('a link to %s', (_what, resolution, one, several, live, ofCategory) => {
  assert.equal(word(take(stream, link(), resolution)), one)
  assert.equal(word(take(streams, link(), resolution)), several)
  assert.equal(word(take(streams, link(), resolution, 'live')), live)
  assert.equal(word(take(category, link(), resolution)), ofCategory)
})

test('a link that marks a deletion is delivered hollow, with the stream that was deleted', () => {
  const marked = link('9223372036854775807@x', '{"$deleted":-1}')
  assert.equal(word(take(category, marked, streamGone)), 'hollow x')
  assert.equal(word(take(stream, marked, eventGone)), 'hollow x')
})

test('hollow events never reach typed handlers', () => {
  assert.equal(word(take(typed, link(), eventGone)), 'skipped')
})

test('a category delivers links alone', () => {
  assert.equal(word(take(category, record({ stream: '$ce-c' }))), 'skipped')
  const delivered = take(category, link('1@x', '{"$o":"x"}', '$ce-c'), found({ metadata: '{"m":1}' }))
  assert.ok(delivered.kind === 'delivered')
  assert.equal(delivered.event.category, 'c')
  assert.equal(delivered.event.linkMetadata, '{"$o":"x"}')
  assert.equal(delivered.event.metadata, '{"m":1}')
  const { stream, number, position, created } = delivered.event.record
  assert.deepEqual({ stream, number, position, created }, { stream: '$ce-c', number: 3, position: 40, created: 1000 })
})

test('types are those of the resolved events', () => {
  assert.equal(word(take(typed, record({ type: 'U' }))), 'skipped')
  assert.equal(word(take(typed, link(), found({ type: 'U' }))), 'skipped')
  assert.equal(word(take(typed, link(), found())), 'T of x')
})

test.each(['"text"', '[1]', '{"s":"a"}', '{"c":1.5}'])('a link with the metadata %s is lost', (metadata) => {
  assert.equal(word(take(stream, link('1@x', metadata), found())), 'lost')
})

test('a link is lost with its target where neither tells a position and the target pretends to', () => {
  assert.equal(word(take(stream, link('1@x', '{"m":1}'), found({ metadata: '{"s":"a"}' }))), 'lost')
  assert.equal(word(take(stream, link('1@x', '{"$c":1,"$p":1}'), found({ metadata: '{"s":"a"}' }))), 'T of x')
  assert.equal(word(take(stream, link('1@x', '{"m":1}'), found({ metadata: 'no json' }))), 'T of x')
})

test.each([
  ['fromAll, soft', all, softDeletion, nowhere, '$deleted x'],
  ['fromAll, hard', all, hardDeletion, nowhere, '$deleted x'],
  ['fromAll with types, hard', allTypes, hardDeletion, nowhere, '$deleted x'],
  ['a category, soft', category, link('1@$$x', '{"$deleted":-1,"$o":"x"}'), { kind: 'event', event: softDeletion }, '$deleted x'],
  [
    'a category, hard',
    sourcesFixture({ categories: ['c'], allEvents: false, events: ['T'] }),
    link('5@x', '{"$deleted":-1}'),
    streamGone,
    'skipped',
  ],
] as const)('$deleted for %s', (_what, sources, event, resolution, expected) => {
  assert.equal(word(take(deleting(sources), event, resolution)), expected)
})

test.each([
  ['fromAll with types, soft', allTypes, softDeletion, nowhere, '$deleted x'],
  ['fromAll with types, hard', allTypes, hardDeletion, nowhere, '$deleted x'],
  ['fromAll, soft', all, softDeletion, nowhere, '$metadata of $$x'],
  ['a category', category, link('1@$$x', '{"$deleted":-1,"$o":"x"}'), { kind: 'event', event: softDeletion }, '$deleted x'],
  ['a stream', stream, link('1@$$x'), { kind: 'event', event: softDeletion }, 'skipped'],
] as const)('foreachStream without $deleted hears of it from the live reader alone: %s', (_what, sources, event, resolution, live) => {
  assert.equal(word(take(byStream(sources), event, resolution, 'live')), live)
  const alone = live === '$deleted x' ? 'skipped' : live
  assert.equal(word(take(byStream(sources), event, resolution, 'own')), alone)
  assert.equal(word(take(sources, event, resolution, 'live')), alone)
  assert.equal(word(take({ ...byStream(sources), byCustomPartitions: true }, event, resolution, 'live')), alone)
})

test.each([
  ['fromAll', all, '$deleted x'],
  ['fromAll with links', allWithLinks, '$deleted x'],
  ['fromAll with types', allTypes, 'repeated'],
])('%s hears of a deletion again through each link to it, from the live reader alone', (_what, sources, live) => {
  const again = link('1@$$x', '{"$deleted":-1,"$o":"x"}', '$ce-x')
  const target: Resolution = { kind: 'event', event: softDeletion }
  const selection = { source: sourceOf(deleting(sources)), sources: deleting(sources) }
  assert.equal(needsTarget(again, selection, 'live'), true)
  assert.equal(needsTarget(again, selection, 'own'), false)
  assert.equal(word(take(deleting(sources), again, target, 'live')), live)
  assert.equal(word(take(deleting(sources), again, found({ stream: '$$x', type: '$metadata' }), 'live')), 'skipped')
})

test('deletions are no events of streams', () => {
  assert.equal(word(take(sourcesFixture({ streams: ['$$x'] }), softDeletion)), 'skipped')
  assert.equal(word(take(stream, link(), { kind: 'event', event: softDeletion })), 'skipped')
})

test('foreachStream: the stream of the event, the stream that a link stands for, or no partition to be found', () => {
  const partition = (delivered: Delivered) => delivered.kind === 'delivered' && delivered.event.partition
  assert.equal(partition(take(byStream(all), record())), 's')
  assert.equal(partition(take(byStream(all), record({ stream: '$$s', type: '$metadata' }))), 's')
  assert.equal(partition(take(byStream(category), link('1@x', '{"$o":"user-ann"}'), found())), 'user-ann')
  assert.equal(partition(take(byStream(category), link('1@x'), found())), 'x')
  assert.equal(take(byStream(category), link('1@x'), eventGone).kind, 'fault')
})

test('bodies that are flagged JSON and are none are skipped; bodies without the flag pass', () => {
  assert.equal(word(take(stream, record({ data: '{oops' }))), 'skipped')
  assert.equal(word(take(stream, record({ data: '' }))), 'skipped')
  assert.equal(word(take(stream, record({ data: '{oops', isJson: false }))), 'T of s')
})

test('empty texts are null, bytes become text', () => {
  const delivered = take(stream, record({ data: new TextEncoder().encode('é'), isJson: false }))
  assert.ok(delivered.kind === 'delivered')
  assert.equal(delivered.event.data, 'é')
  assert.equal(delivered.event.metadata, null)
  assert.equal(delivered.event.linkMetadata, null)
})
