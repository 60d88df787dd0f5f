import { beforeEach, describe, expect, test } from 'vitest'
import { newEvents } from '../base/events/event-table.ts'
import { memoryStorage } from '../storage/memory/memory.ts'
import type { Storage } from '../storage/storage.ts'
import { expectedVersion } from '../streams/streams.ts'
import { defaultConfiguration } from './group/configuration.ts'
import type { World } from './store.fixture.ts'
import { ids, openWorld, theGroup, titles } from './store.fixture.ts'

let storage: Storage
let world: World

beforeEach(async () => {
  storage = memoryStorage()
  world = await openWorld(storage)
})

describe('the stored configuration', () => {
  const stream = '$persistentSubscriptionConfig'

  test('is written with every change', async () => {
    await world.create({ maxRetries: 3 })
    await world.update({ maxRetries: 4 })
    await world.subscriptions.delete(theGroup, 'ops')
    const events = await world.stored(stream)
    expect(events.map(({ type }) => type)).toEqual(['$PersistentConfig', '$PersistentConfig', '$PersistentConfig'])
    const [created, updated, deleted] = events.map(({ data }) => JSON.parse(String(data)))
    expect(created).toMatchObject({ updatedBy: 'admin', entries: [{ stream: 's', group: 'g', maxRetryCount: 3 }] })
    expect(updated.entries).toMatchObject([{ maxRetryCount: 4 }])
    expect(deleted).toMatchObject({ updatedBy: 'ops', entries: [] })
    expect((await world.stored(`$$${stream}`)).map(({ data }) => data)).toEqual(['{"$maxCount":2}'])
  })

  test('is not written by a refused request', async () => {
    const entry = { ...theGroup, configuration: { ...defaultConfiguration, strategy: 'Unheard' } }
    expect((await world.subscriptions.create(entry, '')).kind).toBe('refused')
    expect((await world.subscriptions.update(entry, '')).kind).toBe('unknown')
    expect((await world.subscriptions.delete(theGroup, '')).kind).toBe('unknown')
    expect((await world.subscriptions.create({ ...entry, stream: '$all' }, '')).kind).toBe('refused')
    expect(await world.stored(stream)).toEqual([])
    expect(await world.subscriptions.list('s')).toEqual({ kind: 'unknown' })
  })

  test('lets a restart rebuild groups', async () => {
    await world.append('s', '0', '1')
    await world.create()
    await world.create({}, { stream: 't', name: 'x' })
    await world.subscriptions.delete({ stream: 't', name: 'x' }, 'admin')
    await world.take(2)
    expect(await world.subscriptions.restart()).toBe(true)
    expect(await world.details()).toMatchObject({ outstanding: 0, delivered: 0, waiting: 2 })
    expect(await world.subscriptions.list('t')).toEqual({ kind: 'unknown' })
  })

  test('that is unreadable stops everything until the store is opened with another one', async () => {
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
    await world.streams.append({ stream, events: newEvents([{ ...good, id: crypto.randomUUID() }]), expected: expectedVersion.any })
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
    expect(await imported.titles(10)).toEqual(titles(1, 2))
  })
})
