import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { Storage } from '../../storage/storage.ts'
import { idOf } from '../../storage/storage.fixture.ts'
import { deleteIn } from '../../streams/write/write.ts'
import { expectedVersion } from '../../streams/streams.ts'
import type { SameNumbers, SeedEvent } from './seed-events.ts'
import { seedEventsIn } from './seed-events.ts'

let made = 0
const clock = { now: () => 5000, uuid: () => idOf(0xb000_0000 + made++) }

const event = (stream: string, n: number, number?: number): SeedEvent => ({
  stream,
  type: 't',
  id: idOf(n),
  data: '',
  metadata: '',
  isJson: false,
  created: 100 + n,
  ...(number !== undefined && { number }),
})

const seed = (storage: Storage, events: readonly SeedEvent[]) => storage.write((tx) => seedEventsIn(tx, events, clock))

const log = async (storage: Storage) =>
  (await storage.read((tx) => tx.log({ from: 0, direction: 'forward', limit: 99 }))).map(({ stream, number }) => `${number}@${stream}`)

describe('seedEventsIn', () => {
  it('keeps order and times, and counts known events', async () => {
    const storage = memoryStorage()
    expect(await seed(storage, [event('a', 1), event('b', 2), event('a', 3)])).toEqual({ kind: 'seeded', appended: 3, known: 0 })
    expect(await seed(storage, [event('a', 3), event('b', 4), event('b', 4), event('b', 1)])).toEqual({
      kind: 'seeded',
      appended: 2,
      known: 2,
    })
    // The same id in another stream names another event.
    expect(await log(storage)).toEqual(['0@a', '0@b', '1@a', '1@b', '2@b'])
    const [first] = await storage.read((tx) => tx.log({ from: 0, direction: 'forward', limit: 1 }))
    expect(first!.created).toBe(101)
  })

  it('tells an id that a stream holds twice from a known event by its numbers, in one list or in several', async () => {
    const source = [event('a', 1, 3), event('a', 2, 4), event('a', 2, 5), event('b', 2, 0), event('a', 1, 6), event('a', 7, 7)]
    const numbers = ['3@a', '4@a', '5@a', '0@b', '6@a', '7@a']
    const [storage, inParts] = [memoryStorage(), memoryStorage()]
    expect(await seed(storage, source)).toEqual({ kind: 'seeded', appended: 6, known: 0 })
    expect(await log(storage)).toEqual(numbers)
    const same: SameNumbers = new Map()
    for (const each of source) await inParts.write((tx) => seedEventsIn(tx, [each], clock, same))
    expect(await log(inParts)).toEqual(numbers)
    for (const known of [storage, inParts]) expect(await seed(known, source)).toEqual({ kind: 'seeded', appended: 0, known: 6 })
  })

  it('knows the events of a stream that has numbers of its own', async () => {
    const storage = memoryStorage()
    await seed(storage, [event('a', 1), event('a', 2), event('a', 3)])
    expect(await seed(storage, [event('a', 1, 3), event('a', 2, 4), event('a', 3, 5), event('a', 4, 6)])).toMatchObject({ appended: 1 })
    expect(await log(storage)).toEqual(['0@a', '1@a', '2@a', '6@a'])
  })

  it('keeps numbers where the beginning of a stream, or something in between, is gone', async () => {
    const storage = memoryStorage()
    await seed(storage, [event('a', 1, 57), event('b', 2), event('a', 3, 58), event('a', 4, 60), event('a', 5)])
    expect(await log(storage)).toEqual(['57@a', '0@b', '58@a', '60@a', '61@a'])
    expect((await storage.read((tx) => tx.head('a')))!.last).toBe(61)
  })

  it('refuses numbers that the stream has passed', async () => {
    const storage = memoryStorage()
    await seed(storage, [event('a', 1), event('a', 2)])
    expect(await seed(storage, [event('b', 3), event('a', 4, 1)])).toEqual({ kind: 'passed', index: 1, next: 2 })
    expect(await seed(storage, [event('a', 2, 1), event('a', 5, 2)])).toEqual({ kind: 'seeded', appended: 1, known: 1 })
  })

  it('takes numbers of metadata for no more than an order', async () => {
    const storage = memoryStorage()
    const metadata = (n: number, number: number): SeedEvent => ({
      ...event('$$a', n, number),
      type: '$metadata',
      data: '{"$maxCount":5}',
      isJson: true,
    })
    await seed(storage, [metadata(1, 4), metadata(2, 5)])
    expect(await seed(storage, [metadata(3, 2)])).toMatchObject({ kind: 'seeded', appended: 1 })
    expect(await log(storage)).toEqual(['4@$$a', '5@$$a', '6@$$a'])
    expect((await storage.read((tx) => tx.head('a')))!.metadata).toEqual({ maxCount: 5n })
  })

  it('names the stream that was deleted for good', async () => {
    const storage = memoryStorage()
    await seed(storage, [event('a', 1)])
    await storage.write((tx) => deleteIn(tx, { stream: 'a', expected: expectedVersion.any, hard: true }, clock))
    expect(await seed(storage, [event('b', 2), event('a', 3)])).toEqual({ kind: 'deleted', stream: 'a' })
  })
})
