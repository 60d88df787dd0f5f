// The targets of links, compared with a reading of the whole log that knows no shortcut, and how little is read for it.

import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newEvents } from '../../../base/events/event-table.ts'
import type { RecordedEvent, StreamHead } from '../../../base/events/events.ts'
import { maxInt64, tombstoneNumber } from '../../../base/events/events.ts'
import type { ReadTransaction, Storage } from '../../../storage/storage.ts'
import { linkTarget } from '../../../streams/read/link-target.ts'
import { readMetadata } from '../../../streams/metadata/metadata.ts'
import { newEvent, streamsForTests } from '../../../streams/streams.fixture.ts'
import { expectedVersion } from '../../../streams/streams.ts'
import { isMetastream } from '../../../streams/system.ts'
import { firstVisible, horizon, isVisible } from '../../../streams/read/visible.ts'
import type { Resolution } from '../delivery.ts'
import { resolveNow, resolveThen } from './link-targets.ts'

const any = expectedVersion.any
const targets = ['a', 'b'] as const

const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      stream: fc.constantFrom(...targets),
      count: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('link' as const),
      stream: fc.constantFrom('links', 'links', ...targets, '$$a'),
      data: fc.oneof(
        fc
          .tuple(fc.integer({ min: -2, max: 30 }), fc.constantFrom('a', 'b', '$$a', 'none'))
          .map(([number, stream]) => `${number}@${stream}`),
        fc.constantFrom('5', '-1@', '0@', 'x@y', '9223372036854775807@a', '9007199254740991@a'),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('metadata' as const),
      stream: fc.constantFrom(...targets),
      text: fc.oneof(
        fc.integer({ min: 1, max: 6 }).map((count) => `{"$maxCount":${count}}`),
        fc.integer({ min: 0, max: 20 }).map((number) => `{"$tb":${number}}`),
        fc.constantFrom('{"$maxAge":5}', '{}', '{"$maxAge":9223372036854}'),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), stream: fc.constantFrom(...targets), hard: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), position: fc.integer({ min: 0, max: 60 }) }) },
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

/** Links stand in the stream `links`, and some where others lead. */
async function perform(actions: readonly Action[]): Promise<Storage> {
  const { storage, streams, pass } = streamsForTests()
  let ids = 0
  const event = () => newEvent(`00000000-0000-4000-8000-${String(ids++).padStart(12, '0')}`)
  const link = (data: string) => ({ ...event(), type: '$>', data, isJson: false })
  for (const done of actions) {
    pass(1000)
    switch (done.kind) {
      case 'append':
        await streams.append({ stream: done.stream, events: newEvents(Array.from({ length: done.count }, event)), expected: any })
        break
      case 'link':
        await streams.append({ stream: done.stream, events: newEvents([link(done.data)]), expected: any })
        break
      case 'metadata': {
        const metadata = { ...event(), type: '$metadata', data: done.text }
        await streams.append({ stream: `$$${done.stream}`, events: newEvents([metadata]), expected: any })
        break
      }
      case 'delete':
        await streams.delete({ stream: done.stream, hard: done.hard, expected: any })
        break
      case 'drop':
        await dropOne(storage, done.position)
    }
  }
  return storage
}

/** As a scavenge does, it leaves the last event of each stream. */
const dropOne = (storage: Storage, position: number): Promise<void> =>
  storage.write(async (tx) => {
    const [event] = await tx.log({ from: position, direction: 'forward', limit: 1 })
    if (event && targets.some((stream) => stream === event.stream) && (await tx.head(event.stream))!.last > event.number)
      await tx.dropEvents([event.position])
  })

/** The state of the stream at the moment of the link, from everything in the log before it. */
function thenBy(log: readonly RecordedEvent[], link: RecordedEvent, known: ReadonlySet<string>): Resolution {
  const target = linkTarget(link)
  if (target.kind === 'no-link') return { kind: 'none' }
  if (target.kind === 'number-only') return { kind: 'event-gone' }
  const { stream } = target
  if (stream === '' || target.number < -1n) return { kind: 'event-gone' }
  const before = log.filter((event) => event.stream === stream && event.position <= link.position)
  const last = before.at(-1)
  if (!known.has(stream) || !last || last.number === tombstoneNumber) return { kind: 'stream-gone', stream }
  const metadataEvent = log.findLast((event) => event.stream === `$$${stream}` && event.position <= link.position)
  const metadata = metadataEvent && !isMetastream(stream) ? readMetadata(metadataEvent) : {}
  if (metadata.truncateBefore === maxInt64) return { kind: 'stream-gone', stream }
  const head: StreamHead = { stream, last: last.number, tombstone: false, metadata }
  const wanted = target.number === -1n ? BigInt(last.number) : target.number
  const event = before.find(({ number }) => BigInt(number) === wanted)
  const age = horizon(head, link.created)
  const since = age.kind === 'since' ? age.milliseconds : Number.POSITIVE_INFINITY
  const isSeen = event && BigInt(event.number) >= firstVisible(head) && isVisible(event, head, since)
  return isSeen ? { kind: 'event', event } : { kind: 'event-gone' }
}

const everything = { from: 0, direction: 'forward', limit: Number.MAX_SAFE_INTEGER } as const

test('links lead where a reader saw the target when they were written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 60 }), async (actions) => {
      const storage = await perform(actions)
      await storage.read(async (tx) => {
        const log = await tx.log(everything)
        const known = new Set((await tx.heads(undefined, 100)).map(({ stream }) => stream))
        const links = log.filter(({ type }) => type === '$>')
        expect(await resolveThen(tx, links)).toEqual(links.map((link) => thenBy(log, link, known)))
        const reversed = links.toReversed()
        expect(await resolveThen(tx, reversed)).toEqual(reversed.map((link) => thenBy(log, link, known)))
      })
    }),
    { numRuns: 300 },
  )
})

test('a link to itself leads to itself, as it did when it was written', async () => {
  const { storage, streams } = streamsForTests()
  const self = { ...newEvent('00000000-0000-4000-8000-000000000001'), type: '$>', data: '0@a', isJson: false }
  await streams.append({ stream: 'a', events: newEvents([self]), expected: any })
  await storage.read(async (tx) => {
    const links = await tx.stream('a', everything)
    expect(await resolveThen(tx, links)).toEqual([{ kind: 'event', event: links[0] }])
  })
})

test('a place that cannot be read is a missing event, not a missing stream', async () => {
  const { storage, streams } = streamsForTests()
  const places = ['-1@', '0@', '-2@none', '0@none']
  const links = places.map((data, index) => ({
    ...newEvent(`00000000-0000-4000-8000-00000000000${index}`),
    type: '$>',
    data,
    isJson: false,
  }))
  await streams.append({ stream: 'links', events: newEvents(links), expected: any })
  const expected = [...places.slice(0, 3).map(() => ({ kind: 'event-gone' })), { kind: 'stream-gone', stream: 'none' }]
  await storage.read(async (tx) => {
    const records = await tx.stream('links', everything)
    expect(await resolveThen(tx, records)).toEqual(expected)
    expect(await resolveNow(tx, records, 0)).toEqual(expected)
  })
})

/** Appends a stream of 20,000 events, with links to every one of them behind each `every`, and counts the reads for the links. */
async function readsFor(every: number, metadata: string | undefined, resolve: typeof resolveThen) {
  const { storage, streams } = streamsForTests()
  let ids = 0
  const event = (type: string, data: string) => ({ ...newEvent(`00000000-0000-4000-8000-${String(ids++).padStart(12, '0')}`), type, data })
  if (metadata) await streams.append({ stream: '$$long', events: newEvents([event('$metadata', metadata)]), expected: any })
  for (let from = 0; from < 20_000; from += every) {
    const numbers = Array.from({ length: every }, (_, index) => from + index)
    await streams.append({ stream: 'long', events: newEvents(numbers.map((number) => event('T', `${number}`))), expected: any })
    await streams.append({ stream: 'links', events: newEvents(numbers.map((number) => event('$>', `${number}@long`))), expected: any })
  }
  let [reads, events, found] = [0, 0, 0]
  await storage.read(async (tx) => {
    const counting: ReadTransaction = {
      ...tx,
      async stream(...asked) {
        const read = await tx.stream(...asked)
        reads++
        events += read.length
        return read
      },
    }
    const links = await tx.stream('links', everything)
    for (let from = 0; from < links.length; from += 444) {
      const resolutions = await resolve(counting, links.slice(from, from + 444))
      found += resolutions.filter(({ kind }) => kind === 'event').length
    }
  })
  return { reads, events, found }
}

test.each([
  ['all at once', 20_000],
  ['in batches', 500],
  ['one by one', 1],
])('a batch of links to one long stream is a read or two, where the stream grew %s', async (_, every) => {
  const batches = Math.ceil(20_000 / 444)
  assert.deepEqual(await readsFor(every, undefined, resolveThen), { reads: batches, events: 20_000, found: 20_000 })
  const now = await readsFor(every, undefined, (tx, links) => resolveNow(tx, links, Date.UTC(2024, 0, 1)))
  assert.deepEqual(now, { reads: batches, events: 20_000, found: 20_000 })
})

test.each([
  ['all at once', 20_000, 200],
  ['in batches', 500, 4000],
  ['one by one', 1, 60_000],
])('and few more where only so many of its events are visible, and it grew %s', async (_, every, most) => {
  const { reads, events, found } = await readsFor(every, '{"$maxCount":1000000}', resolveThen)
  assert.equal(found, 20_000)
  assert.ok(reads <= most, `${reads} reads`)
  assert.ok(events <= 20_000 + most, `${events} events`)
})
