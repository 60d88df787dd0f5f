import { beforeEach, describe, expect, test } from 'vitest'
import { memoryStorage } from '../storage/memory/memory.ts'
import type { Storage } from '../storage/storage.ts'
import { defaultConfiguration } from './group/configuration.ts'
import type { World } from './store.fixture.ts'
import { ids, openWorld, theGroup, titles } from './store.fixture.ts'

let storage: Storage
let world: World

beforeEach(async () => {
  storage = memoryStorage()
  world = await openWorld(storage)
})

const texts = (count: number) => Array.from({ length: count }, (_, index) => String(index))

describe('a group', () => {
  test('of a stream with history delivers it, then new events', async () => {
    await world.append('s', '0', '1')
    await world.create()
    await world.append('s', '2')
    expect(await world.titles(10)).toEqual(titles(0, 2))
    expect(await world.titles(10)).toEqual([])
  })

  test('that starts now delivers only events written from now on', async () => {
    await world.append('s', '0', '1')
    await world.create({ startFrom: -1n })
    expect((await world.details()).lastKnown).toBeUndefined()
    await world.append('s', '2')
    expect(await world.titles(10)).toEqual(titles(2, 2))
  })

  test('that starts beyond the end waits for its start, however much is written at once', async () => {
    await world.create({ startFrom: 900n, bufferSize: 50, liveBufferSize: 50 })
    await world.append('s', ...texts(1_000))
    expect(await world.titles(3)).toEqual(titles(900, 902))
  })

  test('exists once, also under names that spell the same key', async () => {
    await world.create({}, { stream: 'a', name: 'b::c' })
    const entry = (stream: string, name: string) => ({ stream, name, configuration: defaultConfiguration })
    expect(await world.subscriptions.create(entry('a', 'b::c'), '')).toEqual({ kind: 'exists' })
    expect(await world.subscriptions.create(entry('a::b', 'c'), '')).toEqual({ kind: 'exists' })
    expect(await world.subscriptions.details({ stream: 'a::b', name: 'c' })).toEqual({ kind: 'unknown' })
    expect(await world.subscriptions.take({ stream: 'a::b', name: 'c' }, 1)).toEqual({ kind: 'unknown' })
  })

  test('shows others nothing of its deliveries', async () => {
    await world.append('s', '0', '1')
    const other = { stream: 's', name: 'other' }
    await world.create()
    await world.create({}, other)
    expect(await world.titles(10)).toEqual(titles(0, 1))
    expect(await world.titles(10, other)).toEqual(titles(0, 1))
    expect(await world.subscriptions.groupsOf('s')).toEqual(['g', 'other'])
  })
})

test('a consumer that asks in vain writes nothing', async () => {
  await world.append('s', '0')
  await world.create()
  await world.take(1)
  let commits = 0
  storage.onCommit(() => (commits += 1))
  for (let second = 0; second < 5; second += 1) {
    world.pass(1_000)
    expect(await world.take(10)).toEqual([])
    await world.subscriptions.tick()
  }
  expect(commits).toBe(0)
})

describe('reading ahead', () => {
  test('stops at 480 messages of history, and goes on with an acknowledgement of anything', async () => {
    await world.append('s', ...texts(600))
    await world.create()
    expect(await world.details()).toMatchObject({ status: 'Behind', waiting: 480, lastKnown: 479 })
    for (let taken = 0; taken < 480; taken += 80) await world.take(80)
    expect(await world.titles(10)).toEqual([])
    await world.subscriptions.acknowledge(theGroup, ['00000000-0000-4000-8000-000000000000'])
    expect(await world.details()).toMatchObject({ status: 'Live', waiting: 120, lastKnown: 599 })
    expect(await world.titles(1)).toEqual(['480@s'])
  })

  test('of live events stops at 500, and finds the others in history', async () => {
    await world.create()
    await world.append('s', ...texts(1_700))
    expect(await world.details()).toMatchObject({ status: 'Behind', waiting: 500, lastKnown: 1_699 })
    const seen: string[] = []
    for (let page = await world.take(100); page.length > 0; page = await world.take(100)) {
      seen.push(...page.map(({ read }) => (read.kind === 'event' ? `${read.event.number}@s` : '')))
      await world.subscriptions.acknowledge(theGroup, ids(page))
    }
    expect(seen).toEqual(titles(0, 1_699))
    expect((await world.details()).status).toBe('Live')
  })

  test('neither a read nor the clock makes it go on', async () => {
    await world.append('s', ...texts(30))
    await world.create({ bufferSize: 10, readBatchSize: 3, messageTimeout: 1_000_000 })
    expect(await world.titles(20)).toEqual(titles(0, 8))
    world.pass(5_000)
    await world.subscriptions.tick()
    expect(await world.titles(20)).toEqual([])
  })
})

describe('hidden events', () => {
  test('before the group was there are not delivered', async () => {
    await world.append('s', '0', '1', '2', '3', '4')
    await world.truncate('s', 3)
    await world.create({ startFrom: 1n })
    expect(await world.titles(10)).toEqual(titles(3, 4))
  })

  test('that were read ahead are delivered all the same', async () => {
    await world.append('s', '0', '1', '2')
    await world.create()
    await world.truncate('s', 3)
    await world.remove('s')
    expect(await world.titles(10)).toEqual(titles(0, 2))
  })

  test('that were written to a live group are delivered even without a look in between', async () => {
    await world.create()
    await world.append('s', '0', '1')
    await world.remove('s')
    expect(await world.titles(10)).toEqual(titles(0, 1))
  })

  test('of a deleted stream stay hidden when it is created again; its new events come', async () => {
    await world.append('s', '0', '1')
    await world.remove('s')
    await world.create()
    await world.append('s', '2')
    expect(await world.titles(10)).toEqual(['2@s'])
  })

  test('that truncation took after the group fell behind are passed over', async () => {
    await world.append('s', ...texts(40))
    await world.create({ bufferSize: 10, readBatchSize: 2 })
    await world.truncate('s', 35)
    expect(await world.titles(20)).toEqual(titles(0, 7))
    await world.subscriptions.acknowledge(theGroup, [crypto.randomUUID()])
    expect(await world.titles(20)).toEqual(titles(35, 39))
  })

  test('that a scavenge removes are passed over, and the next ones are taken instead', async () => {
    await world.append('s', '0', '1', '2')
    await world.create()
    const [first] = await world.stored('s')
    await storage.write((tx) => tx.dropEvents([first!.position]))
    expect(await world.titles(1)).toEqual(['1@s'])
    expect(await world.details()).toMatchObject({ outstanding: 1, delivered: 1 })
  })

  test('a hard deletion is a message, and a group created afterwards waits for ever', async () => {
    await world.append('s', '0')
    await world.create()
    await world.remove('s', true)
    const taken = await world.take(10)
    expect(taken.map(({ read }) => read.kind === 'event' && read.event.type)).toEqual(['item', '$streamDeleted'])
    await world.create({}, { stream: 's', name: 'late' })
    expect(await world.details({ stream: 's', name: 'late' })).toMatchObject({ status: 'Behind, OutstandingPageRequest', waiting: 0 })
  })
})

describe('links', () => {
  test('are resolved as of the time they are read ahead', async () => {
    await world.append('t', '0', '1')
    await world.append('s', '0@t', '1@t', '7@t', '0@nowhere')
    await world.create({ resolveLinks: true })
    await world.remove('t')
    expect(await world.titles(10)).toEqual(['0@t', '1@t', '7@t?', '0@nowhere?'])
  })

  test('are broken where the target was gone by then', async () => {
    await world.append('t', '0')
    await world.append('s', '0@t')
    await world.remove('t')
    await world.create({ resolveLinks: true })
    expect(await world.titles(10)).toEqual(['0@t?'])
  })

  test('are broken where a scavenge has removed the target since', async () => {
    await world.append('t', '0')
    await world.append('s', '0@t')
    await world.create({ resolveLinks: true })
    const [target] = await world.stored('t')
    await storage.write((tx) => tx.dropEvents([target!.position]))
    expect(await world.titles(10)).toEqual(['0@t?'])
  })

  test('are delivered unresolved by default', async () => {
    await world.append('t', '0')
    await world.append('s', '0@t')
    await world.create()
    expect(await world.titles(10)).toEqual(['0@s'])
  })

  test('name their messages by their own ids', async () => {
    await world.append('t', '0')
    await world.append('s', '0@t', '0@t')
    await world.create({ resolveLinks: true })
    const taken = await world.take(10)
    const links = await world.stored('s')
    expect(ids(taken)).toEqual(links.map(({ id }) => id))
    await world.subscriptions.acknowledge(theGroup, [links[0]!.id])
    expect((await world.details()).outstanding).toBe(1)
  })
})
