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

describe('parking', () => {
  test('writes a link with its reason, without the number where that is 0', async () => {
    await world.append('s', '0', '1')
    await world.create()
    await world.subscriptions.handBack(theGroup, ids(await world.take(2)), 'park')
    const parked = await world.stored(parkedStream)
    expect(parked.map(({ type, data, isJson }) => [type, data, isJson])).toEqual([
      ['$>', '0@s', false],
      ['$>', '1@s', false],
    ])
    expect(parked[1]!.metadata).toBe(
      '{\n  "added": "1970-01-01T00:00:10+00:00",\n  "reason": "Client explicitly NAK\'ed message.\\nNacked from HTTP",\n  "subscriptionEventNumber": 1\n}',
    )
    expect(parked[0]!.metadata).not.toContain('subscriptionEventNumber')
    expect((await world.details()).parked).toBe(2)
  })

  test('keeps the text of a broken link, and the number of the link', async () => {
    await world.append('s', 'x', '7@never')
    await world.create({ resolveLinks: true })
    await world.subscriptions.handBack(theGroup, ids(await world.take(2)), 'park')
    const [, parked] = await world.stored(parkedStream)
    expect(parked).toMatchObject({ data: '7@never' })
    expect(parked!.metadata).toContain('"subscriptionEventNumber": 1')
  })

  test('at a time-out happens with the next look, at the time of the tick', async () => {
    await world.append('s', '0')
    await world.create({ messageTimeout: 1_500, maxRetries: 0 })
    await world.take(1)
    world.pass(60_000)
    expect(await world.stored(parkedStream)).toEqual([])
    await world.subscriptions.flush('elsewhere')
    expect(await world.stored(parkedStream)).toEqual([])
    await world.subscriptions.flush(parkedStream)
    expect(await world.stored(parkedStream)).toMatchObject([{ created: 12_000 }])
    await world.subscriptions.flush('$all')
    expect(await world.stored(parkedStream)).toHaveLength(1)
  })

  test('into a stream that is deleted for good loses the message, as the server does', async () => {
    await world.append('s', '0')
    await world.create()
    await world.remove(parkedStream, true)
    await world.subscriptions.handBack(theGroup, ids(await world.take(1)), 'park')
    expect(await world.details()).toMatchObject({ outstanding: 0, retries: 0, parked: 0 })
  })
})

describe('replaying', () => {
  const parkAll = async (count: number) => await world.subscriptions.handBack(theGroup, ids(await world.take(count)), 'park')

  beforeEach(async () => {
    await world.append('s', '0', '1', '2')
    await world.create()
    await parkAll(3)
  })

  test('up to a number leaves the rest parked', async () => {
    await world.subscriptions.replayParked(theGroup, 2n)
    expect(await world.details()).toMatchObject({ retries: 2, parked: 1 })
    expect(await world.titles(10)).toEqual(['0@s', '1@s'])
    const metadata = await world.stored(`$$${parkedStream}`)
    expect(metadata.map(({ data }) => data)).toEqual([
      '{"$tb":2,"$acl":{"$r":"$admins","$w":"$admins","$d":"$admins","$mr":"$admins","$mw":"$admins"}}',
    ])
  })

  test('up to a number that was replayed already brings the others back as parked', async () => {
    await world.subscriptions.replayParked(theGroup)
    await world.subscriptions.replayParked(theGroup, 1n)
    expect(await world.details()).toMatchObject({ retries: 3, parked: 2 })
  })

  test('makes messages of the links, which can be parked again', async () => {
    await world.subscriptions.replayParked(theGroup)
    const taken = await world.take(3)
    expect(ids(taken)).toEqual((await world.stored(parkedStream)).map(({ id }) => id))
    await world.subscriptions.handBack(theGroup, ids(taken), 'park')
    const again = await world.stored(parkedStream)
    expect(again.slice(3).map(({ data }) => data)).toEqual(['0@s', '1@s', '2@s'])
    expect(again.at(-1)!.metadata).toContain('"subscriptionEventNumber": 2')
    expect((await world.details()).parked).toBe(3)
  })

  test('nothing does nothing, and can be done again', async () => {
    expect(await world.subscriptions.replayParked(theGroup, 0n)).toBe(true)
    expect(await world.details()).toMatchObject({ status: 'Live', retries: 0, parked: 3 })
    await world.subscriptions.replayParked(theGroup)
    expect((await world.details()).retries).toBe(3)
    expect(await world.subscriptions.replayParked({ stream: 's', name: 'nobody' })).toBe(false)
  })

  test('replayed messages that time out come again', async () => {
    await world.subscriptions.replayParked(theGroup)
    await world.take(1)
    world.pass(20_000)
    expect(await world.titles(10)).toEqual(['1@s', '2@s', '0@s r1'])
  })

  test.each([
    ['23.10', ['0@s?']],
    ['26.1', []],
  ] as const)('of messages whose event is gone, in release %s', async (release, titles) => {
    world = await openWorld(storage, undefined, release)
    await world.remove('s')
    await world.subscriptions.replayParked(theGroup, 1n)
    expect(await world.titles(10)).toEqual(titles)
    expect((await world.details()).parked).toBe(2)
  })

  test('never goes back since release 26.2', async () => {
    world = await openWorld(storage, undefined, '26.2')
    await world.subscriptions.replayParked(theGroup)
    await world.subscriptions.replayParked(theGroup, 1n)
    expect(await world.details()).toMatchObject({ retries: 3, parked: 0 })
    expect(await world.stored(`$$${parkedStream}`)).toHaveLength(1)
  })
})

describe('the number of parked messages', () => {
  const parkOne = async () => await world.subscriptions.handBack(theGroup, ids(await world.take(1)), 'park')
  const parked = async () => (await world.details()).parked

  beforeEach(async () => {
    await world.append('s', '0', '1', '2', '3', '4')
  })

  test('is forgotten by an update of a group without a checkpoint, and counts the whole stream from the next one on', async () => {
    await world.create({ minCheckpointCount: 1_000, checkpointAfter: 0 })
    await parkOne()
    await parkOne()
    expect(await parked()).toBe(2)
    await world.update({ minCheckpointCount: 1_000, checkpointAfter: 0 })
    expect(await parked()).toBe(0)
    await parkOne()
    expect(await parked()).toBe(3)
    await world.subscriptions.replayParked(theGroup)
    expect(await parked()).toBe(0)
  })

  test('is looked up where there is a checkpoint', async () => {
    await world.create({ minCheckpointCount: 1, maxCheckpointCount: 1 })
    await parkOne()
    await parkOne()
    expect(await world.stored(checkpointStream)).not.toEqual([])
    await world.subscriptions.replayParked(theGroup, 1n)
    await world.update({ minCheckpointCount: 1, maxCheckpointCount: 1 })
    expect(await parked()).toBe(1)
    await world.subscriptions.replayParked(theGroup)
    await world.update({ minCheckpointCount: 1, maxCheckpointCount: 1 })
    expect(await parked()).toBe(0)
    await parkOne()
    expect(await parked()).toBe(3)
  })

  test('is remembered by release 26.2 where nothing is left', async () => {
    world = await openWorld(storage, undefined, '26.2')
    await world.create({ minCheckpointCount: 1, maxCheckpointCount: 1 })
    await parkOne()
    await world.subscriptions.replayParked(theGroup)
    await world.update({ minCheckpointCount: 1, maxCheckpointCount: 1 })
    expect(await parked()).toBe(0)
    await parkOne()
    expect(await parked()).toBe(1)
  })
})
