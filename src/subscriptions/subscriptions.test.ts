import { beforeEach, describe, expect, test } from 'vitest'
import { memoryStorage } from '../storage/memory/memory.ts'
import type { Storage } from '../storage/storage.ts'
import type { World } from './store.fixture.ts'
import { checkpointStream, ids, openWorld, parkedStream, theGroup } from './store.fixture.ts'

let storage: Storage
let world: World

beforeEach(async () => {
  storage = memoryStorage()
  world = await openWorld(storage)
})

test('groups are listed by their stream, in the order of a culture', async () => {
  for (const stream of ['b', 'B-1', 'Ä', 'z', 'a', '_', 'a1', 'a-1']) await world.create({}, { stream, name: 'g' })
  const listed = await world.subscriptions.list()
  expect(listed.kind === 'groups' && listed.groups.map(({ stream }) => stream)).toEqual(['_', 'a', 'Ä', 'a-1', 'a1', 'b', 'B-1', 'z'])
})

describe('two tabs', () => {
  test('share the outstanding messages, and a reload changes nothing', async () => {
    const clock = { now: 10_000 }
    const one = await openWorld(storage, clock)
    await one.append('s', '0', '1', '2', '3')
    await one.create()
    const taken = await one.take(2)
    const other = await openWorld(storage, clock)
    expect(await other.titles(1)).toEqual(['2@s'])
    await other.subscriptions.acknowledge(theGroup, [ids(taken)[0]!])
    expect(await one.details()).toMatchObject({ outstanding: 2, waiting: 1, delivered: 3 })
    clock.now += 11_000
    const reloaded = await openWorld(storage, clock)
    expect(await reloaded.titles(10)).toEqual(['1@s r1', '2@s r1', '3@s'])
  })

  test('that look at the same time write due changes once', async () => {
    const clock = { now: 10_000 }
    const tabs = await Promise.all([openWorld(storage, clock), openWorld(storage, clock), openWorld(storage, clock)])
    await tabs[0].append('s', '0')
    await tabs[0].create({ maxRetries: 0, messageTimeout: 1_000, minCheckpointCount: 1 })
    await tabs[0].take(1)
    clock.now += 5_000
    await Promise.all(tabs.map((tab) => tab.subscriptions.tick()))
    await Promise.all(tabs.map((tab) => tab.subscriptions.flush(parkedStream)))
    expect(await world.stored(parkedStream)).toHaveLength(1)
    expect(await world.stored(checkpointStream)).toHaveLength(1)
  })
})

describe('a group over a stream that the server writes', () => {
  test('gets messages that its owner parks at a time-out, whichever tab looks', async () => {
    await world.append('s', '0')
    await world.create({ maxRetries: 0, messageTimeout: 1_000 })
    const second = { stream: parkedStream, name: 'second' }
    await world.create({ resolveLinks: true }, second)
    await world.take(1)
    world.pass(5_000)
    expect(await world.titles(10, second)).toEqual(['0@s'])
  })
})
