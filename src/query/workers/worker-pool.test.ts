import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RealTime } from '../../base/time/real-time.ts'
import type { Seat } from './worker-pool.ts'
import { WorkerPool } from './worker-pool.ts'
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

/** Threads that know whether they live. */
function startings() {
  const alive = new Set<WorkerThread>()
  let started = 0
  const start = (): Promise<WorkerThread> => {
    started += 1
    const thread: WorkerThread = {
      call: () => Promise.reject(new Error('no call is expected here')),
      isBusy: false,
      terminate: () => void alive.delete(thread),
      get isDead() {
        return !alive.has(thread)
      },
    }
    alive.add(thread)
    return Promise.resolve(thread)
  }
  return { start, alive, started: () => started }
}

/** The numbers of queries in each Worker, by the order in which the Workers came. */
function placesOf(seats: readonly Seat[]): number[] {
  const counts = new Map<WorkerThread, number>()
  for (const { thread } of seats) counts.set(thread, (counts.get(thread) ?? 0) + 1)
  return [...counts.values()]
}

describe('the pool', () => {
  const poolOf = (mostWorkers: number, start = startings().start) => new WorkerPool({ start, mostWorkers, mostSpare: 0, time })
  const takeAll = (pool: WorkerPool, count: number, source = 'fromAll()') =>
    Promise.all(Array.from({ length: count }, () => pool.take(source)))

  test.each([
    [1, 1, [1]],
    [1, 9, [9]],
    [3, 4, [4]],
    [3, 6, [4, 2]],
    [2, 11, [6, 5]],
  ])('with %i Workers at most places %i queries as %j', async (most, queries, expected) => {
    expect(placesOf(await takeAll(poolOf(most), queries))).toEqual(expected)
  })

  test('fills places that were left', async () => {
    const pool = poolOf(2)
    const seats = await takeAll(pool, 8)
    for (const seat of seats.slice(0, 3)) pool.leave(seat)
    const next = await takeAll(pool, 3)
    expect(placesOf([...seats.slice(3), ...next])).toEqual([4, 4])
  })

  test('gives offenders Workers of their own, as many as the others have, and then lets them share those', async () => {
    const { start, started } = startings()
    const pool = poolOf(2, start)
    const honest = await takeAll(pool, 2)
    pool.offend('hang()')
    const offenders = await takeAll(pool, 3, 'hang()')
    expect(placesOf([...honest, ...offenders])).toEqual([2, 2, 1])
    expect(placesOf(await takeAll(pool, 2))).toEqual([2])
    expect(started()).toBe(3)
  })

  test('forgets the offenders of long ago', async () => {
    const pool = poolOf(1)
    for (let n = 0; n <= 100; n += 1) pool.offend(`hang(${n})`)
    const [honest, first, last] = [await pool.take('fromAll()'), await pool.take('hang(0)'), await pool.take('hang(100)')]
    expect(placesOf([honest, first, last])).toEqual([2, 1])
  })

  test('passes by Workers that have died', async () => {
    const { start, started } = startings()
    const pool = poolOf(1, start)
    const [seat] = await takeAll(pool, 3)
    seat!.thread.terminate()
    expect((await pool.take('fromAll()')).thread.isDead).toBe(false)
    expect([started(), pool.size]).toEqual([2, 1])
  })

  test('ends a Worker whose last query is still at work', async () => {
    const { start, alive } = startings()
    const pool = new WorkerPool({ start, mostWorkers: 4, mostSpare: 4, time })
    const [one, other] = await takeAll(pool, 2)
    Object.assign(one!.thread, { isBusy: true })
    pool.leave(one!)
    expect(alive.size).toBe(1)
    pool.leave(other!)
    expect([alive.size, pool.size]).toEqual([0, 0])
  })
})

describe('a spare Worker', () => {
  const poolWith = (start: () => Promise<WorkerThread>, mostWorkers = 4, mostSpare = 2) =>
    new WorkerPool({ start, mostWorkers, mostSpare, time })

  test('starts when a query is expected, but only one, and is the next to be taken', async () => {
    const { start, started } = startings()
    const pool = poolWith(start)
    await pool.take('fromAll()')
    pool.expect()
    pool.expect()
    expect(started()).toBe(2)
    await pool.take('fromAll()')
    expect([started(), pool.size]).toEqual([2, 2])
  })

  test('waits on where a query is expected again', async () => {
    const { start, alive } = startings()
    const pool = poolWith(start)
    pool.expect()
    for (let second = 0; second < 20; second++) {
      await vi.advanceTimersByTimeAsync(1000)
      pool.expect()
    }
    expect(alive.size).toBe(1)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(alive.size).toBe(0)
  })

  test.each([
    ['none may wait', 4, 0],
    ['there is no room for it', 1, 2],
  ])('never starts where %s', async (_, mostWorkers, mostSpare) => {
    const { start, started } = startings()
    const pool = poolWith(start, mostWorkers, mostSpare)
    await pool.take('fromAll()')
    pool.expect()
    expect(started()).toBe(1)
  })

  test('that died while it waited is not handed out', async () => {
    const { start, alive, started } = startings()
    const pool = poolWith(start)
    pool.expect()
    await vi.advanceTimersByTimeAsync(1000)
    alive.clear()
    expect((await pool.take('fromAll()')).thread.isDead).toBe(false)
    expect(started()).toBe(2)
  })

  test('ends when no query comes, sooner where none is open', async () => {
    const { start, alive } = startings()
    const pool = poolWith(start)
    const seat = await pool.take('fromAll()')
    pool.expect()
    await vi.advanceTimersByTimeAsync(20_000)
    expect([alive.size, pool.size]).toEqual([2, 2])
    pool.leave(seat)
    await vi.advanceTimersByTimeAsync(4000)
    expect([alive.size, pool.size]).toEqual([2, 2])
    await vi.advanceTimersByTimeAsync(2000)
    expect([alive.size, pool.size]).toEqual([0, 0])
  })

  test('ends after half a minute although queries are open', async () => {
    const { start, alive } = startings()
    const pool = poolWith(start)
    await pool.take('fromAll()')
    pool.expect()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([alive.size, pool.size]).toEqual([1, 1])
  })

  test('that could not start is started again by the query that wants it, which gets the reason', async () => {
    let attempts = 0
    const pool = poolWith(() => {
      attempts += 1
      return Promise.reject(new Error('forbidden'))
    })
    pool.expect()
    await expect(pool.take('fromAll()')).rejects.toThrow('forbidden')
    expect([attempts, pool.size]).toEqual([2, 0])
  })

  test('that could not start is not missed where another Worker has room', async () => {
    const { start, started } = startings()
    let isForbidden = false
    const pool = poolWith(() => (isForbidden ? Promise.reject(new Error('forbidden')) : start()))
    const seats = [await pool.take('fromAll()')]
    isForbidden = true
    pool.expect()
    seats.push(await pool.take('fromAll()'))
    expect([placesOf(seats), started()]).toEqual([[2], 1])
  })

  test('is one whose queries were closed, as long as few wait', async () => {
    const { start, alive, started } = startings()
    const pool = poolWith(start)
    const seats = await Promise.all(Array.from({ length: 16 }, () => pool.take('fromAll()')))
    for (const seat of seats) pool.leave(seat)
    expect([started(), alive.size, pool.size]).toEqual([4, 2, 2])
    const next = await pool.take('fromAll()')
    expect(seats.map(({ thread }) => thread)).toContain(next.thread)
    expect([started(), pool.size]).toEqual([4, 2])
  })
})
