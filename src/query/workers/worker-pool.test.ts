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

/** Threads that know whether they live, and forget their query on a reset. */
function startings() {
  const alive = new Set<WorkerThread>()
  let started = 0
  let resets = 0
  const start = (): Promise<WorkerThread> => {
    started += 1
    const thread: WorkerThread = {
      call: async (call) => {
        if (call.kind !== 'reset') throw new Error('only a reset is expected here')
        resets += 1
        return { kind: 'done', value: {} as never }
      },
      isBusy: false,
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

const emptySeat = (): Seat => ({ hold: undefined })

describe('the pool', () => {
  const poolOf = (mostWorkers: number) => new WorkerPool({ start: startings().start, mostWorkers, mostSpare: 0, time })

  /** A query that has a Worker, and gives it up on demand while it is idle. */
  function open(pool: WorkerPool, isIdle = true) {
    const query = { isIdle, isAlive: true, seat: emptySeat() }
    query.seat.hold = {
      release() {
        if (!query.isIdle) return false
        query.isAlive = false
        pool.leave(query.seat, undefined)
        return true
      },
    }
    void pool.take(query.seat)
    return query
  }
  const alive = (...queries: ReturnType<typeof open>[]) => queries.map(({ isAlive }) => isAlive)

  test('gives up the Worker that was unused for longest', () => {
    const pool = poolOf(2)
    const [a, b] = [open(pool), open(pool)]
    pool.touch(a.seat)
    const c = open(pool)
    expect(alive(a, b, c)).toEqual([true, false, true])
  })

  test('passes by Workers in use, and exceeds its size where all are', () => {
    const pool = poolOf(2)
    const [a, b] = [open(pool, false), open(pool)]
    const c = open(pool)
    expect(alive(a, b, c)).toEqual([true, false, true])
    c.isIdle = false
    const d = open(pool)
    expect(alive(a, c, d)).toEqual([true, true, true])
  })

  test('forgets queries that left', () => {
    const pool = poolOf(1)
    const a = open(pool)
    pool.leave(a.seat, undefined)
    const b = open(pool)
    expect(alive(a, b)).toEqual([true, true])
  })

  test('shrinks to its size as the queries that exceeded it come to rest', () => {
    const pool = poolOf(1)
    const queries = [open(pool, false), open(pool, false), open(pool, false)]
    expect(pool.size).toBe(3)
    for (const query of queries) {
      query.isIdle = true
      pool.rest()
    }
    expect(alive(...queries)).toEqual([false, false, true])
  })
})

describe('a spare Worker', () => {
  const poolWith = (start: () => Promise<WorkerThread>, mostWorkers = 4) => new WorkerPool({ start, mostWorkers, mostSpare: 4, time })

  /** Opens a query and uses its Worker. */
  async function use(pool: WorkerPool) {
    const seat = emptySeat()
    const thread = await pool.take(seat)
    pool.touch(seat)
    return { seat, thread }
  }

  test('starts when the others pause, and is the next to be taken', async () => {
    const { start, started } = startings()
    const pool = poolWith(start)
    const { seat } = await use(pool)
    for (let use = 0; use < 5; use += 1) {
      await vi.advanceTimersByTimeAsync(150)
      pool.touch(seat)
    }
    expect(started()).toBe(1)
    await vi.advanceTimersByTimeAsync(600)
    expect(started()).toBe(2)
    await pool.take(emptySeat())
    expect(started()).toBe(2)
    await pool.take(emptySeat())
    expect(started()).toBe(3)
  })

  test('starts at once when a query is expected, but only one', async () => {
    const { start, started } = startings()
    const pool = poolWith(start)
    pool.expect()
    pool.expect()
    expect(started()).toBe(1)
    await pool.take(emptySeat())
    expect(started()).toBe(1)
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

  test('never starts where none may wait', async () => {
    const { start, started, alive } = startings()
    const pool = new WorkerPool({ start, mostWorkers: 4, mostSpare: 0, time })
    pool.expect()
    const { seat, thread } = await use(pool)
    await vi.advanceTimersByTimeAsync(1000)
    expect(started()).toBe(1)
    pool.leave(seat, thread)
    expect(alive.size).toBe(0)
  })

  test('that died while it waited is not handed out', async () => {
    const { start, alive, started } = startings()
    const pool = poolWith(start)
    await use(pool)
    await vi.advanceTimersByTimeAsync(1000)
    alive.clear()
    expect((await pool.take(emptySeat())).isDead).toBe(false)
    expect(started()).toBe(3)
  })

  test('ends when no query comes, sooner where none is open', async () => {
    const { start, alive } = startings()
    const pool = poolWith(start)
    const { seat, thread } = await use(pool)
    await vi.advanceTimersByTimeAsync(20_000)
    expect([alive.size, pool.size]).toEqual([2, 2])
    thread.terminate()
    pool.leave(seat, thread)
    await vi.advanceTimersByTimeAsync(4000)
    expect([alive.size, pool.size]).toEqual([1, 1])
    await vi.advanceTimersByTimeAsync(2000)
    expect([alive.size, pool.size]).toEqual([0, 0])
  })

  test('ends as soon after a query whose Worker never started', async () => {
    const { start } = startings()
    const pool = poolWith(start)
    const { seat } = await use(pool)
    pool.expect()
    pool.leave(seat, undefined)
    expect(pool.size).toBe(1)
    await vi.advanceTimersByTimeAsync(6000)
    expect(pool.size).toBe(0)
  })

  test('ends after half a minute although queries are open, and starts again only behind the next one', async () => {
    const { start, alive, started } = startings()
    const pool = poolWith(start)
    const { seat } = await use(pool)
    for (let minute = 0; minute < 3; minute += 1) {
      await vi.advanceTimersByTimeAsync(60_000)
      expect([alive.size, pool.size]).toEqual([1, 1])
      pool.touch(seat)
    }
    expect(started()).toBe(2)
    await use(pool)
    await vi.advanceTimersByTimeAsync(1000)
    expect(started()).toBe(4)
  })

  test('takes no seat of a query', async () => {
    const { start, started } = startings()
    const pool = poolWith(start, 1)
    await use(pool)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(started()).toBe(1)
  })

  test('that could not start is started again by the query that wants it, which gets the reason', async () => {
    const { start, alive } = startings()
    let isForbidden = false
    const pool = poolWith(() => (isForbidden ? Promise.reject(new Error('forbidden')) : start()))
    await use(pool)
    isForbidden = true
    await vi.advanceTimersByTimeAsync(1000)
    await expect(pool.take(emptySeat())).rejects.toThrow('forbidden')
    expect(alive.size).toBe(1)
  })

  test('is one whose query was closed, as long as there is room and few wait', async () => {
    const { start, alive, started, resets } = startings()
    const pool = poolWith(start, 16)
    const queries = await Promise.all(Array.from({ length: 6 }, () => use(pool)))
    for (const { seat, thread } of queries) pool.leave(seat, thread)
    expect([started(), resets(), alive.size, pool.size]).toEqual([6, 4, 4, 4])
    const next = await use(pool)
    expect(queries.map(({ thread }) => thread)).toContain(next.thread)
    expect([started(), pool.size]).toEqual([6, 4])
    pool.leave(next.seat, undefined)
    await vi.advanceTimersByTimeAsync(6000)
    expect([alive.size, pool.size]).toEqual([1, 0])
  })

  test('is none whose query is still at work, or that made room for another', async () => {
    const { start, alive } = startings()
    const pool = poolWith(start, 16)
    const { seat, thread } = await use(pool)
    pool.leave(seat, Object.assign(Object.create(thread) as WorkerThread, { isBusy: true }))
    expect(alive.size).toBe(0)
    const crowded = poolWith(start, 2)
    await use(crowded)
    const last = await use(crowded)
    crowded.leave(last.seat, last.thread)
    expect([alive.size, crowded.size]).toEqual([1, 1])
  })
})
