import { beforeEach, expect, test } from 'vitest'
import { newEvents } from '../../base/events/event-table.ts'
import { platformEnvironment } from '../../base/platform/environment.ts'
import { useFakeIndexedDb } from '../../storage/indexeddb/fake-indexeddb.fixture.ts'
import { indexedDbStorage } from '../../storage/indexeddb/indexeddb.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Scavenges } from './scavenge.ts'
import { createScavenges, scavengeStream } from './scavenge.ts'
import type { Streams } from '../streams.ts'
import { createStreams } from '../streams.ts'

const environment = platformEnvironment()
const node = '127.0.0.1:2113'

let storage: Storage
let streams: Streams
let scavenges: Scavenges

beforeEach(async () => {
  storage = memoryStorage()
  streams = createStreams({ storage, environment })
  scavenges = createScavenges({ storage, environment })
  await storage.write((tx) => streams.startIn(tx))
})

const write = (stream: string, count: number, type = 'T', data = '{}') =>
  streams.append({
    stream,
    expected: -2n,
    events: newEvents(Array.from({ length: count }, () => ({ id: environment.uuid(), type, data, metadata: '', isJson: true }))),
  })

const setMetadata = (stream: string, metadata: string) => write(`$$${stream}`, 1, '$metadata', metadata)

const stored = async (stream: string) => await storage.read((tx) => tx.stream(stream, { from: 0, direction: 'forward', limit: 10_000 }))

const numbers = async (stream: string) => (await stored(stream)).map(({ number }) => number)

/** Runs one to its end. @returns its id. */
async function scavenge(): Promise<string> {
  const outcome = await scavenges.start(node)
  if (outcome.kind !== 'started') throw new Error('a scavenge was running')
  await ended()
  return outcome.id
}

async function ended(): Promise<void> {
  while (scavenges.current() !== undefined) await new Promise((resolve) => setTimeout(resolve, 1))
}

test('invisible events are gone, visible ones are not', async () => {
  await write('counted', 10)
  await setMetadata('counted', '{"$maxCount":3}')
  await write('whole', 3)
  await write('deleted', 4)
  await streams.delete({ stream: 'deleted', expected: -2n, hard: false })
  await write('buried', 4)
  await streams.delete({ stream: 'buried', expected: -2n, hard: true })

  await scavenge()

  expect(await numbers('counted')).toEqual([7, 8, 9])
  expect(await numbers('$$counted')).toEqual([0])
  expect(await numbers('whole')).toEqual([0, 1, 2])
  expect(await numbers('deleted')).toEqual([3])
  expect(await stored('buried')).toHaveLength(1)
})

test('numbers go on, and reading passes over the gaps', async () => {
  await write('counted', 10)
  await setMetadata('counted', '{"$maxCount":3}')
  await scavenge()
  await write('counted', 1)
  const page = await streams.readPage({ stream: 'counted', from: 'head', direction: 'backward', count: 20, resolveLinks: false })
  expect(page.kind === 'page' && page.entries.map((entry) => (entry.kind === 'event' ? entry.event.number : undefined))).toEqual([10, 9, 8])
})

test('many streams and long ones take several steps', async () => {
  await write('long', 3000)
  await setMetadata('long', '{"$tb":2500}')
  for (let index = 0; index < 450; index++) await write(`short-${index}`, 2)
  for (const index of [0, 200, 449]) await setMetadata(`short-${index}`, '{"$maxCount":1}')
  await scavenge()
  expect((await numbers('long'))[0]).toBe(2500)
  expect(await numbers('short-0')).toEqual([1])
  expect(await numbers('short-200')).toEqual([1])
  expect(await numbers('short-449')).toEqual([1])
  expect(await numbers('short-1')).toEqual([0, 1])
})

test('a database keeps as little as memory does', async () => {
  useFakeIndexedDb()
  storage = indexedDbStorage({ name: 'scavenged' })
  streams = createStreams({ storage, environment })
  scavenges = createScavenges({ storage, environment })
  await storage.write((tx) => streams.startIn(tx))
  const contents = async () => {
    const streamsLeft = await storage.read((tx) => tx.heads(undefined, 1000))
    return await Promise.all(
      streamsLeft.filter(({ stream }) => !stream.includes('$')).map(async ({ stream }) => [stream, await numbers(stream)]),
    )
  }
  for (let index = 0; index < 60; index++) {
    await write(`s${index}`, (index * 37) % 90)
    if (index % 20 === 7) await write(`s${index}`, 700)
    await setMetadata(`s${index}`, `{"$maxCount":${(index % 5) + 1}}`)
  }
  await scavenge()
  const left = new Map((await contents()) as [string, number[]][])
  for (let index = 0; index < 60; index++) {
    const count = ((index * 37) % 90) + (index % 20 === 7 ? 700 : 0)
    const kept = Math.min(count, (index % 5) + 1)
    expect(left.get(`s${index}`) ?? []).toEqual(Array.from({ length: kept }, (_, at) => count - kept + at))
  }
  await storage.close()
})

test('the first scavenge logs its start and its end, later ones a merge as well', async () => {
  const first = await scavenge()
  const second = await scavenge()
  const types = async (id: string) => (await stored(scavengeStream(id))).map(({ type }) => type)
  expect(await types(first)).toEqual(['$scavengeStarted', '$scavengeCompleted'])
  expect(await types(second)).toEqual(['$scavengeStarted', '$scavengeMergeCompleted', '$scavengeCompleted'])
  expect((await stored('$scavenges')).map(({ type, data }) => [type, data])).toEqual([
    ['$>', `0@${scavengeStream(first)}`],
    ['$>', `1@${scavengeStream(first)}`],
    ['$>', `0@${scavengeStream(second)}`],
    ['$>', `2@${scavengeStream(second)}`],
  ])
  const [begin, , end] = (await stored(scavengeStream(second))).map(({ data }) => JSON.parse(String(data)))
  expect(begin).toEqual({ scavengeId: second, nodeEndpoint: node })
  expect(end).toMatchObject({ scavengeId: second, nodeEndpoint: node, result: 'Success', error: null, maxChunkScavenged: 1 })
  expect((await stored(`$$${scavengeStream(second)}`)).map(({ data }) => JSON.parse(String(data)))).toMatchObject([{ $maxAge: 2592000 }])
})

test('only one runs at a time, and it can be stopped', async () => {
  const [one, other] = await Promise.all([scavenges.start(node), scavenges.start(node)])
  expect(one.kind).toBe('started')
  expect(other).toEqual({ kind: 'running' })
  const id = scavenges.current()!
  expect(await scavenges.stop('another')).toBe(false)
  expect(await scavenges.stop(id)).toBe(true)
  expect(scavenges.current()).toBeUndefined()
  expect(await scavenges.stop(id)).toBe(false)
  const end = (await stored(scavengeStream(id))).at(-1)!
  expect(JSON.parse(String(end.data))).toMatchObject({ result: 'Stopped' })
})

test('of several tabs one scavenges', async () => {
  const shared: Storage = { ...storage, name: 'scavenge-test' }
  const [here, there] = [createScavenges({ storage: shared, environment }), createScavenges({ storage: shared, environment })]
  const outcomes = await Promise.all([here.start(node), there.start(node)])
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['running', 'started'])
  await Promise.all([here.close(), there.close()])
  expect(await there.start(node)).toMatchObject({ kind: 'started' })
  await there.close()
})

test('a scavenge whose tab was closed is logged as interrupted by the next one', async () => {
  const unfinished = await scavenge()
  await storage.write(async (tx) => {
    const ends = [...(await tx.stream('$scavenges', { from: 1, direction: 'forward', limit: 1 }))]
    await tx.dropEvents(ends.map(({ position }) => position))
    tx.putHead({ ...(await tx.head('$scavenges'))!, last: 0 })
  })
  await scavenge()
  const end = (await stored(scavengeStream(unfinished))).at(-1)!
  expect(JSON.parse(String(end.data))).toMatchObject({ result: 'Interrupted', maxChunkScavenged: 0 })
  expect((await stored('$scavenges')).length).toBe(4)
})

test('a store that is emptied meanwhile keeps nothing of the scavenge', async () => {
  await scavenges.start(node)
  await storage.write(async (tx) => tx.clear())
  await ended()
  expect(await storage.read((tx) => tx.end())).toBe(0)
})

test('closing interrupts', async () => {
  const started = await scavenges.start(node)
  await scavenges.close()
  expect(scavenges.current()).toBeUndefined()
  const end = started.kind === 'started' ? (await stored(scavengeStream(started.id))).at(-1)! : undefined
  expect(JSON.parse(String(end?.data))).toMatchObject({ result: 'Interrupted' })
})
