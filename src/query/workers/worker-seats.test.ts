import { expect, test } from 'vitest'
import { createSeats } from './worker-seats.ts'

/** A query that takes a seat, and gives it up when it is asked and idle. */
function query(seats: ReturnType<typeof createSeats>) {
  const seat = seats.reserve()
  const state = { seat, idle: true, alive: false }
  seat.use({
    release() {
      if (!state.idle) return false
      state.alive = false
      seat.leave()
      return true
    },
  })
  return {
    state,
    start() {
      seat.take()
      state.alive = true
    },
  }
}

const start = (...queries: ReturnType<typeof query>[]) => queries.forEach((one) => one.start())
const alive = (...queries: ReturnType<typeof query>[]) => queries.map(({ state }) => state.alive)

test('takes the seat of the one that was not used for longest', () => {
  const seats = createSeats(2)
  const [a, b, c] = [query(seats), query(seats), query(seats)]
  start(a, b)
  a.state.seat.touch()
  start(c)
  expect(alive(a, b, c)).toEqual([true, false, true])
})

test('passes by those that are in use, and adds a seat where all are', () => {
  const seats = createSeats(2)
  const [a, b, c, d] = [query(seats), query(seats), query(seats), query(seats)]
  start(a, b)
  a.state.idle = false
  start(c)
  expect(alive(a, b, c)).toEqual([true, false, true])
  c.state.idle = false
  start(d)
  expect(alive(a, c, d)).toEqual([true, true, true])
})

test('forgets those that left', () => {
  const seats = createSeats(1)
  const [a, b] = [query(seats), query(seats)]
  start(a)
  a.state.seat.leave()
  start(b)
  expect(alive(a, b)).toEqual([true, true])
})

test('takes seats back from those that were all in use at once, as they come to rest', () => {
  const seats = createSeats(1)
  const queries = [query(seats), query(seats), query(seats)]
  for (const { state } of queries) state.idle = false
  start(...queries)
  expect(seats.count()).toBe(3)
  for (const { state } of queries) {
    state.idle = true
    state.seat.rest()
  }
  expect(alive(...queries)).toEqual([false, false, true])
})
