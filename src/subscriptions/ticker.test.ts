import { expect, test } from 'vitest'
import { StoreError } from '../base/errors.ts'
import { startTicking } from './ticker.ts'

/** A second that passes when the test says so. */
function secondsByHand() {
  const waiting = new Set<() => void>()
  const reported: unknown[] = []
  return {
    reported,
    waiting,
    environment: {
      after: (milliseconds: number, callback: () => void) => {
        expect(milliseconds).toBe(1_000)
        waiting.add(callback)
        return () => void waiting.delete(callback)
      },
      report: (error: unknown) => void reported.push(error),
    },
    pass: async () => {
      const due = [...waiting]
      waiting.clear()
      for (const callback of due) callback()
      // The tick and what follows it are a few promises long.
      await new Promise((done) => setTimeout(done))
    },
  }
}

test('ticks every second until it is stopped', async () => {
  const seconds = secondsByHand()
  let ticks = 0
  const stop = startTicking({ tick: async () => void (ticks += 1) }, seconds.environment)
  expect(ticks).toBe(0)
  await seconds.pass()
  await seconds.pass()
  expect(ticks).toBe(2)
  stop()
  await seconds.pass()
  expect(ticks).toBe(2)
  expect(seconds.waiting.size).toBe(0)
})

test('reports a tick that fails, and goes on', async () => {
  const seconds = secondsByHand()
  const failure = new Error('once')
  let ticks = 0
  startTicking(
    {
      tick: async () => {
        ticks += 1
        if (ticks === 1) throw failure
      },
    },
    seconds.environment,
  )
  await seconds.pass()
  await seconds.pass()
  expect(seconds.reported).toEqual([failure])
  expect(ticks).toBe(2)
})

test('ends with the storage', async () => {
  const seconds = secondsByHand()
  const closed = new StoreError('storage-closed', 'Closed.', { hint: 'Open another one.' })
  startTicking({ tick: () => Promise.reject(closed) }, seconds.environment)
  await seconds.pass()
  expect(seconds.reported).toEqual([])
  expect(seconds.waiting.size).toBe(0)
})
