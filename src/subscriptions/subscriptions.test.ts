import { beforeEach, describe, expect, test } from 'vitest'
import { memoryStorage } from '../storage/memory.ts'
import type { Storage } from '../storage/storage.ts'
import { expectedVersion } from '../streams/streams.ts'
import { defaultConfiguration } from './configuration.ts'
import type { World } from './store.fixture.ts'
import { checkpointStream, ids, openWorld, parkedStream, theGroup } from './store.fixture.ts'

let storage: Storage
let world: World

beforeEach(async () => {
  storage = memoryStorage()
  world = await openWorld(storage)
})

const numbers = (first: number, last: number, stream = 's') =>
  Array.from({ length: last - first + 1 }, (_, index) => `${first + index}@${stream}`)

const texts = (count: number) => Array.from({ length: count }, (_, index) => String(index))

const remove = (stream: string, hard = false) => world.streams.delete({ stream, expected: expectedVersion.any, hard })

const setMetadata = (stream: string, data: string) => {
  const event = { id: crypto.randomUUID(), type: '$metadata', data, metadata: '', isJson: true }
  return world.streams.append({ stream: `$$${stream}`, events: [event], expected: expectedVersion.any })
}

const update = (configured = {}) =>
  world.subscriptions.update({ ...theGroup, configuration: { ...defaultConfiguration, ...configured } }, 'admin')

describe('a group', () => {
  test('of a stream with history delivers it, then what is written', async () => {
    await world.append('s', '0', '1')
    await world.create()
    await world.append('s', '2')
    expect(await world.titles(10)).toEqual(numbers(0, 2))
    expect(await world.titles(10)).toEqual([])
  })

  test('that starts now delivers only what is written from now on', async () => {
    await world.append('s', '0', '1')
    await world.create({ startFrom: -1n })
    expect((await world.details()).lastKnown).toBeUndefined()
    await world.append('s', '2')
    expect(await world.titles(10)).toEqual(numbers(2, 2))
  })

  test('that starts beyond the end waits for its start, however much is written at once', async () => {
    await world.create({ startFrom: 900n, bufferSize: 50, liveBufferSize: 50 })
    await world.append('s', ...texts(1_000))
    expect(await world.titles(3)).toEqual(numbers(900, 902))
  })

  test('exists once, also under names that spell the same key', async () => {
    await world.create({}, { stream: 'a', name: 'b::c' })
    const entry = (stream: string, name: string) => ({ stream, name, configuration: defaultConfiguration })
    expect(await world.subscriptions.create(entry('a', 'b::c'), '')).toEqual({ kind: 'exists' })
    expect(await world.subscriptions.create(entry('a::b', 'c'), '')).toEqual({ kind: 'exists' })
    expect(await world.subscriptions.details({ stream: 'a::b', name: 'c' })).toEqual({ kind: 'unknown' })
    expect(await world.subscriptions.take({ stream: 'a::b', name: 'c' }, 1)).toEqual({ kind: 'unknown' })
  })

  test('shows others nothing of what it delivers', async () => {
    await world.append('s', '0', '1')
    const other = { stream: 's', name: 'other' }
    await world.create()
    await world.create({}, other)
    expect(await world.titles(10)).toEqual(numbers(0, 1))
    expect(await world.titles(10, other)).toEqual(numbers(0, 1))
    expect(await world.subscriptions.groupsOf('s')).toEqual(['g', 'other'])
  })
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
    expect(seen).toEqual(numbers(0, 1_699))
    expect((await world.details()).status).toBe('Live')
  })

  test('neither a read nor the clock makes it go on', async () => {
    await world.append('s', ...texts(30))
    await world.create({ bufferSize: 10, readBatchSize: 3, messageTimeout: 1_000_000 })
    expect(await world.titles(20)).toEqual(numbers(0, 8))
    world.pass(5_000)
    await world.subscriptions.tick()
    expect(await world.titles(20)).toEqual([])
  })
})

describe('hidden events', () => {
  test('before the group was there are not delivered', async () => {
    await world.append('s', '0', '1', '2', '3', '4')
    await setMetadata('s', '{"$tb":3}')
    await world.create({ startFrom: 1n })
    expect(await world.titles(10)).toEqual(numbers(3, 4))
  })

  test('that were read ahead are delivered all the same', async () => {
    await world.append('s', '0', '1', '2')
    await world.create()
    await setMetadata('s', '{"$tb":3}')
    await remove('s')
    expect(await world.titles(10)).toEqual(numbers(0, 2))
  })

  test('that were written to a live group are delivered even where nobody looked in between', async () => {
    await world.create()
    await world.append('s', '0', '1')
    await remove('s')
    expect(await world.titles(10)).toEqual(numbers(0, 1))
  })

  test('of a deleted stream stay hidden when it is created again; its new events come', async () => {
    await world.append('s', '0', '1')
    await remove('s')
    await world.create()
    await world.append('s', '2')
    expect(await world.titles(10)).toEqual(['2@s'])
  })

  test('that truncation took after the group fell behind are passed over', async () => {
    await world.append('s', ...texts(40))
    await world.create({ bufferSize: 10, readBatchSize: 2 })
    await setMetadata('s', '{"$tb":35}')
    expect(await world.titles(20)).toEqual(numbers(0, 7))
    await world.subscriptions.acknowledge(theGroup, [crypto.randomUUID()])
    expect(await world.titles(20)).toEqual(numbers(35, 39))
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
    await remove('s', true)
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
    await remove('t')
    expect(await world.titles(10)).toEqual(['0@t', '1@t', '7@t?', '0@nowhere?'])
  })

  test('are broken where the target was gone by then', async () => {
    await world.append('t', '0')
    await world.append('s', '0@t')
    await remove('t')
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

  test('are delivered as they are where nobody asked', async () => {
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

  test('keeps what a broken link says, and the number of the link', async () => {
    await world.append('s', 'x', '7@never')
    await world.create({ resolveLinks: true })
    await world.subscriptions.handBack(theGroup, ids(await world.take(2)), 'park')
    const [, parked] = await world.stored(parkedStream)
    expect(parked).toMatchObject({ data: '7@never' })
    expect(parked!.metadata).toContain('"subscriptionEventNumber": 1')
  })

  test('at a time-out happens when somebody looks, with the time of the tick', async () => {
    await world.append('s', '0')
    await world.create({ messageTimeout: 1_500, maxRetries: 0 })
    await world.take(1)
    world.pass(60_000)
    expect(await world.stored(parkedStream)).toEqual([])
    await world.subscriptions.look('elsewhere')
    expect(await world.stored(parkedStream)).toEqual([])
    await world.subscriptions.look(parkedStream)
    expect(await world.stored(parkedStream)).toMatchObject([{ created: 12_000 }])
    await world.subscriptions.look('$all')
    expect(await world.stored(parkedStream)).toHaveLength(1)
  })

  test('into a stream that is deleted for good loses the message, as the reference does', async () => {
    await world.append('s', '0')
    await world.create()
    await remove(parkedStream, true)
    await world.subscriptions.handBack(theGroup, ids(await world.take(1)), 'park')
    expect(await world.details()).toMatchObject({ outstanding: 0, retries: 0, parked: 0 })
  })
})

describe('replaying', () => {
  const parkAll = async (count: number) => world.subscriptions.handBack(theGroup, ids(await world.take(count)), 'park')

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

  test('what follows a link that leads nowhere', async () => {
    await remove('s')
    await world.subscriptions.replayParked(theGroup, 1n)
    expect(await world.titles(10)).toEqual(['0@s?'])
  })
})

describe('checkpoints', () => {
  test('are where an update goes on', async () => {
    await world.append('s', '0', '1', '2', '3')
    await world.create({ minCheckpointCount: 1 })
    const taken = await world.take(3)
    await world.subscriptions.acknowledge(theGroup, ids(taken.slice(0, 2)))
    world.pass(1_000)
    expect((await world.details()).checkpoint).toBe(1)
    expect(await world.stored(checkpointStream)).toMatchObject([
      { type: 'SubscriptionCheckpoint', data: '"1"', isJson: true, created: 11_000 },
    ])
    await update({ startFrom: 0n })
    expect(await world.details()).toMatchObject({ outstanding: 0, delivered: 0, checkpoint: 1, lastKnown: 3 })
    expect(await world.titles(10)).toEqual(numbers(2, 3))
  })

  test('survive that the event they name is truncated away', async () => {
    await world.append('s', '0', '1', '2', '3')
    await world.create({ maxCheckpointCount: 1 })
    await world.subscriptions.acknowledge(theGroup, ids(await world.take(1)))
    await setMetadata('s', '{"$tb":2}')
    await update()
    expect(await world.titles(10)).toEqual(numbers(2, 3))
  })

  test('of a group go with it', async () => {
    await world.append('s', '0', '1')
    await world.create({ maxCheckpointCount: 1 })
    await world.subscriptions.acknowledge(theGroup, ids(await world.take(1)))
    await world.subscriptions.delete(theGroup, 'admin')
    await world.create()
    expect(await world.details()).toMatchObject({ checkpoint: undefined, parked: 0 })
    expect(await world.titles(10)).toEqual(numbers(0, 1))
  })

  test('that are none are ignored', async () => {
    await world.append('s', '0')
    await world.append(checkpointStream, '"5"')
    await world.create()
    expect(await world.titles(10)).toEqual(['0@s'])
  })
})

describe('the stored configuration', () => {
  const stream = '$persistentSubscriptionConfig'

  test('is written with every change', async () => {
    await world.create({ maxRetries: 3 })
    await update({ maxRetries: 4 })
    await world.subscriptions.delete(theGroup, 'ops')
    const events = await world.stored(stream)
    expect(events.map(({ type }) => type)).toEqual(['$PersistentConfig', '$PersistentConfig', '$PersistentConfig'])
    const [created, updated, deleted] = events.map(({ data }) => JSON.parse(String(data)))
    expect(created).toMatchObject({ updatedBy: 'admin', entries: [{ stream: 's', group: 'g', maxRetryCount: 3 }] })
    expect(updated.entries).toMatchObject([{ maxRetryCount: 4 }])
    expect(deleted).toMatchObject({ updatedBy: 'ops', entries: [] })
    expect((await world.stored(`$$${stream}`)).map(({ data }) => data)).toEqual(['{"$maxCount":2}'])
  })

  test('is not written by what is refused', async () => {
    const entry = { ...theGroup, configuration: { ...defaultConfiguration, strategy: 'Unheard' } }
    expect((await world.subscriptions.create(entry, '')).kind).toBe('refused')
    expect((await world.subscriptions.update(entry, '')).kind).toBe('unknown')
    expect((await world.subscriptions.delete(theGroup, '')).kind).toBe('unknown')
    expect((await world.subscriptions.create({ ...entry, stream: '$all' }, '')).kind).toBe('refused')
    expect(await world.stored(stream)).toEqual([])
    expect(await world.subscriptions.list('s')).toEqual({ kind: 'unknown' })
  })

  test('is what a restart rebuilds groups from', async () => {
    await world.append('s', '0', '1')
    await world.create()
    await world.create({}, { stream: 't', name: 'x' })
    await world.subscriptions.delete({ stream: 't', name: 'x' }, 'admin')
    await world.take(2)
    expect(await world.subscriptions.restart()).toBe(true)
    expect(await world.details()).toMatchObject({ outstanding: 0, delivered: 0, waiting: 2 })
    expect(await world.subscriptions.list('t')).toEqual({ kind: 'unknown' })
  })

  test('that nobody can read stops everything until the store is opened with another one', async () => {
    await world.append('s', '0')
    await world.create()
    const good = (await world.stored(stream)).at(-1)!
    await world.append(stream, 'nonsense')
    expect(await world.subscriptions.restart()).toBe(true)
    expect(await world.subscriptions.restart()).toBe(false)
    expect(await world.subscriptions.take(theGroup, 1)).toEqual({ kind: 'stopped' })
    expect(await world.subscriptions.list()).toEqual({ kind: 'stopped' })
    expect((await world.subscriptions.create({ ...theGroup, configuration: defaultConfiguration }, '')).kind).toBe('stopped')
    await world.subscriptions.acknowledge(theGroup, [])
    await world.streams.append({ stream, events: [{ ...good, id: crypto.randomUUID() }], expected: expectedVersion.any })
    const reopened = await openWorld(storage)
    expect(await reopened.titles(1)).toEqual(['0@s'])
  })

  test('is enough to build groups from, where events were imported without rows', async () => {
    await world.append('s', '0', '1', '2')
    await world.create({ maxCheckpointCount: 1 })
    await world.subscriptions.acknowledge(theGroup, ids(await world.take(1)))
    await storage.write(async (tx) => {
      for (const name of ['subscriptions', 'subscriptionGroups']) tx.deleteRows({ name }, '')
    })
    const imported = await openWorld(storage)
    expect(await imported.titles(10)).toEqual(numbers(1, 2))
  })
})

describe('two tabs', () => {
  test('share what is outstanding, and a reload changes nothing', async () => {
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

  test('that look at the same time write what is due once', async () => {
    const clock = { now: 10_000 }
    const tabs = await Promise.all([openWorld(storage, clock), openWorld(storage, clock), openWorld(storage, clock)])
    await tabs[0].append('s', '0')
    await tabs[0].create({ maxRetries: 0, messageTimeout: 1_000, minCheckpointCount: 1 })
    await tabs[0].take(1)
    clock.now += 5_000
    await Promise.all(tabs.map((tab) => tab.subscriptions.tick()))
    await Promise.all(tabs.map((tab) => tab.subscriptions.look(parkedStream)))
    expect(await world.stored(parkedStream)).toHaveLength(1)
    expect(await world.stored(checkpointStream)).toHaveLength(1)
  })
})

describe('a group of what the server writes', () => {
  test('gets what its owner parks at a time-out, whoever looks', async () => {
    await world.append('s', '0')
    await world.create({ maxRetries: 0, messageTimeout: 1_000 })
    const second = { stream: parkedStream, name: 'second' }
    await world.create({ resolveLinks: true }, second)
    await world.take(1)
    world.pass(5_000)
    expect(await world.titles(10, second)).toEqual(['0@s'])
  })
})
