// Sources of many streams: their deliveries, and that their cost is that of the events to read, not of the names.

import { factsOf } from '../../base/release/releases.ts'
import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { test } from 'vitest'
import { newEvents } from '../../base/events/event-table.ts'
import { platformEnvironment } from '../../base/platform/environment.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { ReadTransaction, Storage } from '../../storage/storage.ts'
import type { Streams } from '../../streams/streams.ts'
import { createStreams, expectedVersion } from '../../streams/streams.ts'
import { metadataType, metastreamOf } from '../../streams/system.ts'
import { zeroTag } from '../model/positions/checkpoint.ts'
import { sourcesFixture } from '../model/definition/definition.fixture.ts'
import { manyStreams } from './own-reader.ts'
import { Reader } from './reader.ts'
import type { SourceCursor } from '../model/tables.ts'
import { sourceOf } from '../model/source.ts'
import { Tail } from './log/tail.ts'

const facts = factsOf('26.1')

const environment = platformEnvironment()
const event = (type: string, data = '{}') => ({ id: environment.uuid(), type, data, metadata: '', isJson: true })

/** Reads as a projection over the streams does: the events in order, their positions, and the lengths of the reads. */
async function readAll(storage: Storage, streams: readonly string[]): Promise<{ read: string[]; places: string[]; reads: number[] }> {
  const sources = sourcesFixture({ allStreams: false, streams })
  const source = sourceOf(sources)
  const start = zeroTag(source)
  const reader = new Reader({ storage, environment, tail: new Tail(storage), facts, sources, continuous: false, start })
  const [read, places, reads]: [string[], string[], number[]] = [[], [], []]
  let batches = 0
  for (let cursor: SourceCursor = { tag: start, passed: start, live: undefined }; ;) {
    const batch = await reader.next(cursor)
    reads.push(...batch.reads)
    for (const { event, tag } of batch.deliveries) {
      read.push(`${event.number}@${event.stream}`)
      assert.ok(tag.kind === 'streams')
      places.push(tag.numbers.slice(0, 8).join())
    }
    if (batch.atEnd) return { read, places, reads }
    assert.ok(++batches < 100, 'It reads on and on.')
    cursor = batch.cursor
  }
}

const write = (streams: Streams, stream: string, events: number) =>
  streams.append({ stream, events: newEvents(Array.from({ length: events }, () => event('T'))), expected: expectedVersion.any })

const change = fc.record({
  stream: fc.integer({ min: 0, max: 7 }),
  events: fc.integer({ min: 1, max: 130 }),
  next: fc.constantFrom('nothing', 'truncate', 'keep few', 'delete', 'tombstone'),
})

test('names of empty streams change no delivery of the others, however the source is read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      const storage = memoryStorage()
      const streams = createStreams({ storage, environment })
      for (const { stream: place, events, next } of changes) {
        const stream = `s-${place}`
        await write(streams, stream, events)
        await write(streams, 'another', 3)
        const metadata = next === 'truncate' ? '{"$tb":20}' : next === 'keep few' ? '{"$maxCount":5}' : undefined
        if (metadata)
          await streams.append({
            stream: metastreamOf(stream),
            events: newEvents([event(metadataType, metadata)]),
            expected: expectedVersion.any,
          })
        if (next === 'delete' || next === 'tombstone')
          await streams.delete({ stream, expected: expectedVersion.any, hard: next === 'tombstone' })
      }
      const few = Array.from({ length: 8 }, (_, place) => `s-${place}`)
      const many = [...few, ...Array.from({ length: manyStreams }, (_, place) => `nothing-${place}`)]
      const [{ reads: _, ...picked }, { reads: __, ...merged }] = [await readAll(storage, many), await readAll(storage, few)]
      assert.deepEqual(picked, merged)
    }),
    { numRuns: 40 },
  )
})

test('a hundred thousand names cost as much as the few events in them', async () => {
  const memory = memoryStorage()
  let asked = 0
  const counted = (tx: ReadTransaction): ReadTransaction => ({
    ...tx,
    head: (...given) => (asked++, tx.head(...given)),
    headsOf: (streams) => ((asked += streams.length), tx.headsOf(streams)),
    stream: (...given) => (asked++, tx.stream(...given)),
    log: (...given) => (asked++, tx.log(...given)),
  })
  const storage: Storage = { ...memory, read: (work) => memory.read((tx) => work(counted(tx))) }
  const streams = createStreams({ storage: memory, environment })
  const names = Array.from({ length: 100_000 }, (_, place) => `s-${place}`)
  for (const place of [0, 5, 99_999, 5]) await write(streams, `s-${place}`, 300)
  const { read } = await readAll(storage, names)
  assert.equal(read.length, 1200)
  assert.equal(read.at(-1), '599@s-5')
  assert.ok(asked < 200, `${asked} look-ups`)
}, 60_000)

/** A memory storage with streams of so many events, and how many events its streams gave to readers. */
async function watchedStreams(lengths: readonly number[]) {
  const memory = memoryStorage()
  let given = 0
  const counted = (tx: ReadTransaction): ReadTransaction => ({
    ...tx,
    async stream(...asked) {
      const events = await tx.stream(...asked)
      given += events.length
      return events
    },
  })
  const storage: Storage = { ...memory, read: (work) => memory.read((tx) => work(counted(tx))) }
  const names = lengths.map((_, place) => `s-${place}`)
  const streams = createStreams({ storage: memory, environment })
  // In turns, so that the log has the streams beside each other.
  for (let from = 0; from < Math.max(...lengths); from += 10)
    for (const [place, length] of lengths.entries()) if (from < length) await write(streams, `s-${place}`, Math.min(10, length - from))
  return { storage, streams, names, given: () => given }
}

const wholeReads = (events: number) => [...Array.from({ length: Math.floor(events / 111) }, () => 111), events % 111]

test('several streams are read as often as their events ask for, not each as often as all of them together', async () => {
  const { storage, names, given } = await watchedStreams(Array.from({ length: 40 }, () => 500))
  const { read, reads } = await readAll(storage, names)
  assert.equal(read.length, 20_000)
  assert.deepEqual(reads, wholeReads(20_000))
  assert.ok(given() <= 3 * 20_000, `${given()} events`)
})

test('a batch is whole where one stream has nearly all events of it', async () => {
  const { storage, names, given } = await watchedStreams([3000, ...Array.from({ length: 30 }, () => 40)])
  const { read, reads } = await readAll(storage, names)
  assert.equal(read.length, 4200)
  assert.deepEqual(reads, wholeReads(4200))
  assert.ok(given() <= 4 * 4200, `${given()} events`)
})

test('more events than a batch has may be too old to be seen', async () => {
  const { storage, streams, names } = await watchedStreams([4000, 20])
  const old = { ...environment, now: () => environment.now() - 3_600_000 }
  await createStreams({ storage, environment: old }).append({
    stream: 'old',
    events: newEvents(Array.from({ length: 8000 }, () => event('T'))),
    expected: expectedVersion.any,
  })
  const metadata = newEvents([event(metadataType, '{"$maxAge":60}')])
  await streams.append({ stream: metastreamOf('old'), events: metadata, expected: expectedVersion.any })
  await write(streams, 's-1', 5)
  assert.equal((await readAll(storage, ['old', names[1]!])).read.length, 25)
})
