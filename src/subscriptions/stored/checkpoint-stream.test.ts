import { beforeEach, describe, expect, test } from 'vitest'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { World } from '../store.fixture.ts'
import { checkpointStream, ids, openWorld, theGroup, titles } from '../store.fixture.ts'

let world: World

beforeEach(async () => {
  world = await openWorld(memoryStorage())
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
      { type: '$SubscriptionCheckpoint', data: '"1"', isJson: true, created: 11_000 },
    ])
    await world.update({ startFrom: 0n })
    expect(await world.details()).toMatchObject({ outstanding: 0, delivered: 0, checkpoint: 1, lastKnown: 3 })
    expect(await world.titles(10)).toEqual(titles(2, 3))
  })

  test('survive that the event they name is truncated away', async () => {
    await world.append('s', '0', '1', '2', '3')
    await world.create({ maxCheckpointCount: 1 })
    await world.subscriptions.acknowledge(theGroup, ids(await world.take(1)))
    await world.truncate('s', 2)
    await world.update()
    expect(await world.titles(10)).toEqual(titles(2, 3))
  })

  test('of a group go with it', async () => {
    await world.append('s', '0', '1')
    await world.create({ maxCheckpointCount: 1 })
    await world.subscriptions.acknowledge(theGroup, ids(await world.take(1)))
    await world.subscriptions.delete(theGroup, 'admin')
    await world.create()
    expect(await world.details()).toMatchObject({ checkpoint: undefined, parked: 0 })
    expect(await world.titles(10)).toEqual(titles(0, 1))
  })

  test('that are none are ignored', async () => {
    await world.append('s', '0')
    await world.append(checkpointStream, '"5"')
    await world.create()
    expect(await world.titles(10)).toEqual(['0@s'])
  })
})
