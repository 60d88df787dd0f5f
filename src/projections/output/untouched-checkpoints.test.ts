// Compares checkpoints written in one piece with outputs written one by one.

import { describe, expect, it } from 'vitest'
import { newEvents } from '../../base/events/event-table.ts'
import type { Storage } from '../../storage/storage.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import { everything } from '../../storage/storage.fixture.ts'
import type { Streams } from '../../streams/streams.ts'
import { createStreams, expectedVersion } from '../../streams/streams.ts'
import type { ChangedPartition } from '../checkpoints/checkpoint-events.ts'
import { partitionCheckpoints } from '../checkpoints/checkpoint-events.ts'
import type { Target } from './emitted-stream.ts'
import type { WriteContext } from './stream-writer.ts'
import { writeOutputsIn } from './stream-writer.ts'
import { writeUntouched } from './untouched-checkpoints.ts'

const stamp = { id: 7, epoch: -1, version: 2 }
const writer = { stamp, source: { kind: 'stream', stream: 'orders', category: null } as const }

/** A projection that takes checkpoints, with ids that are the same in every run. */
function projection(storage: Storage = memoryStorage()) {
  let made = 0
  const environment = {
    now: () => 1_700_000_000_000,
    uuid: () => `0000000a-0000-4000-8000-${String(made++).padStart(12, '0')}`,
    after: () => () => undefined,
  }
  const streams = createStreams({ storage, environment })
  const known = new Map<string, Target>()
  const write = <T>(work: (context: WriteContext) => Promise<T>) =>
    storage.write((tx) => work({ services: { streams, environment }, tx, writer, targets: known }))
  return {
    storage,
    streams,
    known,
    environment,
    together: (changed: readonly ChangedPartition[]) => write((context) => writeUntouched(context, 'p', changed)),
    oneByOne: (changed: readonly ChangedPartition[]) =>
      write(async (context) => (await writeOutputsIn(context, partitionCheckpoints('p', changed, stamp))).refused),
  }
}

const changes = (first: number, names: readonly string[]): ChangedPartition[] =>
  names.map((partition, index) => {
    const state = `{"n":${first + index}}`
    return {
      partition,
      state,
      result: index % 3 === 0 ? undefined : state,
      tag: { kind: 'stream', stream: 'orders', number: first + index },
    }
  })

/** Everything but ids, and the order between streams: together, all metadata come first. */
async function inStreams(storage: Storage) {
  const { log, ...others } = await everything(storage)
  return {
    ...others,
    streams: Map.groupBy(
      log.map((event) => ({ ...event, id: '', position: 0 })),
      ({ stream }) => stream,
    ),
  }
}

const names = Array.from({ length: 30 }, (_, index) => `customer-${index}`)
const checkpoints = [changes(0, names.slice(0, 20)), changes(20, names.slice(10)), changes(60, names), []]

/** The same with positions that are not all numbers of one stream. */
const elsewhere = (changed: readonly ChangedPartition[]): ChangedPartition[] =>
  changed.map((partition, index) => {
    const number = 100 + index
    const others: readonly ChangedPartition['tag'][] = [
      { kind: 'stream', stream: 'a "name"', number },
      { kind: 'log', commit: number, prepare: number },
      { kind: 'streams', streams: ['orders', 'b'], numbers: [number, 1] },
    ]
    return { ...partition, tag: others[index % others.length]! }
  })

const stream = '$projections-p-customer-3-checkpoint'
const event = { id: 'aaaaaaaa-0000-4000-8000-000000000000', type: 't', data: '{}', metadata: '', isJson: true }

describe('checkpoints of partitions', () => {
  it('are the same events with the same heads, written together or one by one', async () => {
    const [one, other] = [projection(), projection()]
    for (const changed of [...checkpoints, elsewhere(changes(90, names)), elsewhere(changes(90, names)).slice(0, 1)]) {
      expect(await one.together(changed)).toBe(true)
      expect(await other.oneByOne(changed)).toBeUndefined()
      expect(await inStreams(one.storage)).toEqual(await inStreams(other.storage))
      expect(one.known).toEqual(other.known)
    }
  })

  it('get ids that no other event has', async () => {
    const one = projection()
    for (const changed of checkpoints) await one.together(changed)
    const { log } = await everything(one.storage)
    expect(new Set(log.map(({ id }) => id)).size).toBe(log.length)
  })

  it('may be written in both ways in turn', async () => {
    const [one, other] = [projection(), projection()]
    await one.together(checkpoints[0]!)
    await one.oneByOne(checkpoints[1]!)
    expect(await one.together(checkpoints[2]!)).toBe(true)
    for (const changed of checkpoints) await other.oneByOne(changed)
    expect(await inStreams(one.storage)).toEqual(await inStreams(other.storage))
  })

  const meddling: Record<string, (streams: Streams) => Promise<unknown>> = {
    'a client wrote to one': (streams) => streams.append({ stream, events: newEvents([event]), expected: expectedVersion.any }),
    'one has got metadata': (streams) =>
      streams.append({
        stream: `$$${stream}`,
        events: newEvents([{ ...event, type: '$metadata', data: '{"$maxCount":9}' }]),
        expected: expectedVersion.any,
      }),
    'one was deleted': (streams) => streams.delete({ stream, expected: expectedVersion.any, hard: false }),
    'one was deleted for good': (streams) => streams.delete({ stream, expected: expectedVersion.any, hard: true }),
  }

  it.each(Object.keys(meddling).filter((name) => name !== 'one has got metadata'))(
    'are left to the other way where %s after the first one',
    async (name) => {
      const one = projection()
      await one.together(checkpoints[0]!)
      await meddling[name]!(one.streams)
      const before = await everything(one.storage)
      expect(await one.together(checkpoints[2]!)).toBe(false)
      expect(await everything(one.storage)).toEqual(before)
    },
  )

  it.each(['a client wrote to one', 'one has got metadata', 'one was deleted for good'])(
    'are left to the other way where %s before the first one',
    async (name) => {
      const one = projection()
      await meddling[name]!(one.streams)
      const before = await everything(one.storage)
      expect(await one.together(checkpoints[0]!)).toBe(false)
      expect(await everything(one.storage)).toEqual(before)
    },
  )

  it('keep metadata that a user gave a stream after the first one', async () => {
    const [one, other] = [projection(), projection()]
    for (const each of [one, other]) {
      await each.oneByOne(checkpoints[0]!)
      await meddling['one has got metadata']!(each.streams)
    }
    expect(await one.together(checkpoints[1]!)).toBe(true)
    await other.oneByOne(checkpoints[1]!)
    expect(await inStreams(one.storage)).toEqual(await inStreams(other.storage))
  })

  it('are left to the other way by a run that does not know the streams', async () => {
    const one = projection()
    await one.together(checkpoints[0]!)
    one.known.clear()
    expect(await one.together(checkpoints[1]!)).toBe(false)
    expect(await one.oneByOne(checkpoints[1]!)).toBeUndefined()
  })
})
