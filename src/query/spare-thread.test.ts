import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSeats } from './seats.ts'
import { createSpareThread } from './spare-thread.ts'
import type { WorkerThread } from './worker-thread.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Threads that only know whether they live. */
function startings() {
  const alive = new Set<WorkerThread>()
  let started = 0
  const start = (): Promise<WorkerThread> => {
    started += 1
    const thread: WorkerThread = {
      call: () => Promise.reject(new Error('nobody calls it here')),
      send: () => undefined,
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

describe('a spare Worker', () => {
  test('is started when the others pause, and is the next that is taken', async () => {
    const { start, started } = startings()
    const spare = createSpareThread(start, createSeats(4))
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
    const spare = createSpareThread(start, createSeats(4))
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
    const spare = createSpareThread(start, seats)
    const query = await spare.take()
    spare.used()
    const seat = seats.reserve()
    seat.take()
    await vi.advanceTimersByTimeAsync(20_000)
    expect([alive.size, seats.count()]).toEqual([2, 2])
    query.terminate()
    seat.leave()
    spare.closed()
    await vi.advanceTimersByTimeAsync(4000)
    expect([alive.size, seats.count()]).toEqual([1, 1])
    await vi.advanceTimersByTimeAsync(2000)
    expect([alive.size, seats.count()]).toEqual([0, 0])
  })

  test('goes after half a minute although queries are open', async () => {
    const { start, alive } = startings()
    const seats = createSeats(4)
    const spare = createSpareThread(start, seats)
    await spare.take()
    spare.used()
    seats.reserve().take()
    await vi.advanceTimersByTimeAsync(31_000)
    expect([alive.size, seats.count()]).toEqual([1, 1])
  })

  test('takes nobody else’s place', async () => {
    const { start, started } = startings()
    const seats = createSeats(1)
    const spare = createSpareThread(start, seats)
    await spare.take()
    spare.used()
    seats.reserve().take()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(started()).toBe(1)
  })

  test('that could not be started is started again by whoever wants it, who hears what is wrong', async () => {
    const { start, alive } = startings()
    let isForbidden = false
    const spare = createSpareThread(() => (isForbidden ? Promise.reject(new Error('forbidden')) : start()), createSeats(4))
    await spare.take()
    spare.used()
    isForbidden = true
    await vi.advanceTimersByTimeAsync(1000)
    await expect(spare.take()).rejects.toThrow('forbidden')
    expect(alive.size).toBe(1)
  })
})
