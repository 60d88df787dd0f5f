import { expect, it } from 'vitest'
import { movableEnvironment } from './movable-environment.ts'
import { createStore } from '../store.ts'

/** A platform whose time moves only here, and that calls back in its own order. */
function platform() {
  let time = 1000
  const timers = new Set<{ due: number; callback: () => void }>()
  return {
    now: () => time,
    after: (milliseconds: number, callback: () => void) => {
      const timer = { due: time + milliseconds, callback }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    go: (milliseconds: number) => {
      time += milliseconds
      for (const timer of timers) {
        if (timer.due > time) continue
        timers.delete(timer)
        timer.callback()
      }
    },
  }
}

it('goes with the platform, and ahead of it once it is moved', () => {
  const machine = platform()
  const environment = movableEnvironment(machine)
  machine.go(500)
  expect(environment.now()).toBe(1500)
  environment.advance(60_000)
  machine.go(1)
  expect(environment.now()).toBe(61_501)
  environment.advanceTo(100_000)
  expect(environment.now()).toBe(100_000)
})

it('calls back the timers of the time between, in its order, and the rest when it is due', () => {
  const machine = platform()
  const environment = movableEnvironment(machine)
  const called: string[] = []
  environment.after(3000, () => called.push('second'))
  environment.after(2000, () => called.push('first'))
  environment.after(9000, () => called.push('later'))
  environment.after(2500, () => called.push('cancelled'))()
  environment.advance(4000)
  machine.go(0)
  expect(called).toEqual(['first', 'second'])
  machine.go(4999)
  expect(called).toHaveLength(2)
  machine.go(1)
  expect(called.at(-1)).toBe('later')
})

it('goes neither back nor nowhere', () => {
  const environment = movableEnvironment(platform())
  const steps = [-1, Number.NaN, Number.POSITIVE_INFINITY, '5' as unknown as number]
  for (const move of [...steps.map((step) => () => environment.advance(step)), () => environment.advanceTo(0)])
    expect(move).toThrow(expect.objectContaining({ code: 'invalid-options' }) as Error)
  expect(environment.now()).toBe(1000)
})

it('moves the clock of a store: events expire, and the store says which time it is', async () => {
  const environment = movableEnvironment()
  const store = createStore({ environment })
  await store.direct(
    new Request('http://localhost:2113/streams/short/metadata', {
      method: 'POST',
      headers: { 'Content-Type': 'application/vnd.eventstore.events+json' },
      body: JSON.stringify([{ eventId: crypto.randomUUID(), eventType: '$metadata', data: { $maxAge: 60 } }]),
    }),
  )
  await store.append('short', { type: 'Noted', data: {} })
  expect(await store.read('short')).toHaveLength(1)
  const before = store.clock.now()
  store.clock.advance!(3_600_000)
  expect(store.clock.now() - before).toBeGreaterThanOrEqual(3_600_000)
  expect(await store.read('short')).toHaveLength(0)
  await store.close()
})

it('is a method of stores whose clock can be moved only', async () => {
  const store = createStore()
  expect(store.clock.advance).toBeUndefined()
  expect(Math.abs(store.clock.now() - Date.now())).toBeLessThan(60_000)
  await store.close()
})

it('stands while it is frozen, moves then too, and goes on from there', () => {
  const machine = platform()
  const environment = movableEnvironment(machine)
  const called: string[] = []
  environment.after(3000, () => called.push('first'))
  environment.after(8000, () => called.push('second'))
  environment.freeze()
  machine.go(60_000)
  expect([environment.now(), environment.isFrozen(), called]).toEqual([1000, true, []])
  environment.advance(3000)
  machine.go(0)
  expect([environment.now(), called]).toEqual([4000, ['first']])
  environment.resume()
  machine.go(4999)
  expect([environment.now(), environment.isFrozen(), called]).toEqual([8999, false, ['first']])
  machine.go(1)
  expect(called).toEqual(['first', 'second'])
})

it('starts at any time, and may stand from the beginning', () => {
  const machine = platform()
  const environment = movableEnvironment(machine, { start: 10, isFrozen: true })
  machine.go(500)
  expect(environment.now()).toBe(10)
  environment.resume()
  machine.go(5)
  expect(environment.now()).toBe(15)
})

it('calls at once what is due at once, also while it stands', () => {
  const machine = platform()
  const environment = movableEnvironment(machine, { isFrozen: true })
  const called: string[] = []
  environment.after(0, () => called.push('now'))
  machine.go(0)
  expect(called).toEqual(['now'])
})
