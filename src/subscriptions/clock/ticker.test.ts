import { beforeEach, describe, expect, test } from 'vitest'
import { StoreError } from '../../base/errors.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { Storage } from '../../storage/storage.ts'
import type { World } from '../store.fixture.ts'
import { ids, openWorld, parkedStream, theGroup } from '../store.fixture.ts'
import { startTicking } from './ticker.ts'

interface Timer {
  readonly at: number
  readonly callback: () => void
}

/** Time that passes when the test says so, timers included. */
function timeByHand() {
  const clock = { now: 10_000 }
  const timers = new Set<Timer>()
  const reported: unknown[] = []
  return {
    clock,
    timers,
    reported,
    environment: {
      now: () => clock.now,
      after: (milliseconds: number, callback: () => void) => {
        const timer = { at: clock.now + milliseconds, callback }
        timers.add(timer)
        return () => void timers.delete(timer)
      },
      report: (error: unknown) => void reported.push(error),
    },
    /** Lets time pass in steps, so that timers can set timers. */
    pass: async (milliseconds: number) => {
      for (const end = clock.now + milliseconds; clock.now <= end; clock.now += 250) {
        for (const timer of [...timers].filter(({ at }) => at <= clock.now)) {
          timers.delete(timer)
          timer.callback()
        }
        await settled()
      }
    },
  }
}

/** A timer or a commit starts a chain of several promises. */
const settled = () => new Promise((done) => setTimeout(done, 2))

describe('the ticker', () => {
  let storage: Storage
  let time: ReturnType<typeof timeByHand>
  let world: World
  let stop: () => void

  beforeEach(async () => {
    storage = memoryStorage()
    time = timeByHand()
    world = await openWorld(storage, time.clock)
    stop = startTicking({ subscriptions: world.subscriptions, storage, environment: time.environment })
  })

  test('has no timer while nothing can fall due', async () => {
    await time.pass(2_000)
    expect(time.timers.size).toBe(0)
    await world.append('s', '0')
    await world.create()
    await time.pass(2_000)
    expect(time.timers.size).toBe(0)
  })

  test('parks messages that time out, and rests afterwards', async () => {
    await world.append('s', '0')
    await world.create({ messageTimeout: 3_000, maxRetries: 0 })
    await world.take(1)
    await time.pass(2_500)
    expect(await world.stored(parkedStream)).toEqual([])
    expect(time.timers.size).toBe(1)
    await time.pass(3_000)
    expect(await world.stored(parkedStream)).toMatchObject([{ created: 13_000 }])
    await time.pass(2_000)
    expect(time.timers.size).toBe(0)
  })

  test('does not sleep past a change due earlier than the one it waits for', async () => {
    await world.append('s', '0', '1')
    await world.create({ messageTimeout: 60_000 })
    await world.take(1)
    await time.pass(2_000)
    await world.append('t', '0')
    const quick = { stream: 't', name: 'quick' }
    await world.create({ messageTimeout: 2_000, maxRetries: 0 }, quick)
    await world.take(1, quick)
    await time.pass(4_000)
    expect(await world.stored('$persistentsubscription-t::quick-parked')).toHaveLength(1)
  })

  test('does nothing any more once it is stopped', async () => {
    stop()
    expect(time.timers.size).toBe(0)
    await world.append('s', '0')
    await world.create({ minCheckpointCount: 1 })
    await world.subscriptions.acknowledge(theGroup, ids(await world.take(1)))
    await settled()
    expect(time.timers.size).toBe(0)
  })
})

test('an error is reported, and the next change starts again', async () => {
  const time = timeByHand()
  const failure = new Error('once')
  const listeners: ((hint: { end: number; streams: undefined; tables: undefined }) => void)[] = []
  let ticks = 0
  const tick = async () => {
    ticks += 1
    if (ticks === 1) throw failure
    if (ticks === 2) throw new StoreError('storage-closed', 'Closed.', { hint: 'Open another one.' })
  }
  startTicking({
    subscriptions: { tick, nextTick: async () => Number.POSITIVE_INFINITY },
    storage: { onCommit: (listener) => (listeners.push(listener), () => undefined) },
    environment: time.environment,
  })
  await time.pass(500)
  listeners[0]!({ end: 0, streams: undefined, tables: undefined })
  await time.pass(2_000)
  expect(ticks).toBe(2)
  expect(time.reported).toEqual([failure])
})
