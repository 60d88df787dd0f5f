import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RealTime } from '../../base/real-time.ts'
import type { Seats } from './worker-seats.ts'
import { createSeats } from './worker-seats.ts'
import { createSpareThreads } from './spare-workers.ts'
import type { WorkerThread } from './worker-thread.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The faked clock of these tests. */
const time: RealTime = {
  now: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}
const spareThreads = (start: () => Promise<WorkerThread>, seats: Seats) => createSpareThreads(start, seats, time)

/** Threads that know whether they live, and forget their query when they are told. */
function startings() {
  const alive = new Set<WorkerThread>()
  let started = 0
  let resets = 0
  const start = (): Promise<WorkerThread> => {
    started += 1
    const thread: WorkerThread = {
      call: async (call) => {
        if (call.kind !== 'reset') throw new Error('nobody calls it here')
        resets += 1
        return { kind: 'done', value: {} as never }
      },
      isBusy: false,
      send: () => undefined,
      terminate: () => void alive.delete(thread),
      get isDead() {
        return !alive.has(thread)
      },
    }
    alive.add(thread)
    return Promise.resolve(thread)
  }
  return { start, alive, started: () => started, resets: () => resets }
}

describe('a spare Worker', () => {
  test('is started when the others pause, and is the next that is taken', async () => {
    const { start, started } = startings()
    const spare = spareThreads(start, createSeats(4))
    await spare.take()
    spare.used()
    for (let use = 0; use < 5; use += 1) {
      await vi.advanceTimersByTimeAsync(150)
      spare.used()
    }
    expect(started()).toBe(1)
    await vi.advanceTimersByTimeAsync(600)
    expect(started()).toBe(2)
    await spare.take()
    expect(started()).toBe(2)
    await spare.take()
    expect(started()).toBe(3)
  })

  test('that died while it waited is not handed over', async () => {
    const { start, alive, started } = startings()
    const spare = spareThreads(start, createSeats(4))
    await spare.take()
    spare.used()
    await vi.advanceTimersByTimeAsync(1000)
    alive.clear()
    expect((await spare.take()).isDead).toBe(false)
    expect(started()).toBe(3)
  })

  test('goes when no query comes, sooner where none is open', async () => {
    const { start, alive } = startings()
    const seats = createSeats(4)
    const spare = spareThreads(start, seats)
    const query = await spare.take()
    spare.used()
    const seat = seats.reserve()
    seat.take()
    await vi.advanceTimersByTimeAsync(20_000)
    expect([alive.size, seats.count()]).toEqual([2, 2])
    seat.leave()
    query.terminate()
    spare.closed(query)
    await vi.advanceTimersByTimeAsync(4000)
    expect([alive.size, seats.count()]).toEqual([1, 1])
    await vi.advanceTimersByTimeAsync(2000)
    expect([alive.size, seats.count()]).toEqual([0, 0])
  })

  test('goes after half a minute although queries are open', async () => {
    const { start, alive } = startings()
    const seats = createSeats(4)
    const spare = spareThreads(start, seats)
    await spare.take()
    spare.used()
    seats.reserve().take()
    await vi.advanceTimersByTimeAsync(31_000)
    expect([alive.size, seats.count()]).toEqual([1, 1])
  })

  test('takes nobody else’s place', async () => {
    const { start, started } = startings()
    const seats = createSeats(1)
    const spare = spareThreads(start, seats)
    await spare.take()
    spare.used()
    seats.reserve().take()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(started()).toBe(1)
  })

  test('that could not be started is started again by whoever wants it, who hears what is wrong', async () => {
    const { start, alive } = startings()
    let isForbidden = false
    const spare = spareThreads(() => (isForbidden ? Promise.reject(new Error('forbidden')) : start()), createSeats(4))
    await spare.take()
    spare.used()
    isForbidden = true
    await vi.advanceTimersByTimeAsync(1000)
    await expect(spare.take()).rejects.toThrow('forbidden')
    expect(alive.size).toBe(1)
  })

  test('is one whose query was closed, as long as there is room and few wait', async () => {
    const { start, alive, started, resets } = startings()
    const seats = createSeats(16)
    const spare = spareThreads(start, seats)
    const threads = await Promise.all(Array.from({ length: 6 }, () => spare.take()))
    for (const thread of threads) spare.closed(thread)
    expect([started(), resets(), alive.size, seats.count()]).toEqual([6, 4, 4, 4])
    expect(threads).toContain(await spare.take())
    expect([started(), seats.count()]).toEqual([6, 3])
    await vi.advanceTimersByTimeAsync(6000)
    expect([alive.size, seats.count()]).toEqual([1, 0])
  })

  test('is none whose query is still at work, or that was given up to make room', async () => {
    const { start, alive } = startings()
    const spare = spareThreads(start, createSeats(16))
    spare.closed(Object.assign(Object.create(await spare.take()) as WorkerThread, { isBusy: true }))
    expect(alive.size).toBe(0)
    const full = createSeats(2)
    const crowded = spareThreads(start, full)
    full.reserve().take()
    crowded.closed(await crowded.take())
    expect([alive.size, full.count()]).toEqual([0, 1])
  })
})
