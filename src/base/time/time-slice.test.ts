import { describe, expect, it, vi } from 'vitest'
import { createTimeSlice, yieldToOthers } from './time-slice.ts'

/** Whether a promise settles before the next task of the event loop. */
async function isInThisTask(work: Promise<void>): Promise<boolean> {
  const next = new Promise<'next task'>((resolve) => setImmediate(() => resolve('next task')))
  return (await Promise.race([work, next])) !== 'next task'
}

describe('a time slice', () => {
  it('ends when it has lasted long enough', async () => {
    let time = 0
    const timeSlice = createTimeSlice(8, { now: () => time })
    time += 7
    expect(await isInThisTask(timeSlice.end())).toBe(true)
    time += 1
    let isOver = false
    const ended = timeSlice.end().then(() => (isOver = true))
    await Promise.resolve()
    expect(isOver).toBe(false)
    await ended
    // Which was the beginning of another one.
    expect(await isInThisTask(timeSlice.end())).toBe(true)
  })

  it('starts again where others had theirs anyway', async () => {
    let time = 0
    const timeSlice = createTimeSlice(8, { now: () => time })
    time += 100
    timeSlice.begin()
    expect(await isInThisTask(timeSlice.end())).toBe(true)
  })

  it('ends under a clock that a test has stopped', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const timeSlice = createTimeSlice(1)
      for (const started = Date.now(); Date.now() - started < 5;);
      expect(await isInThisTask(timeSlice.end())).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })
})

it('lets one go on in each round of the event loop, so that requests come between', async () => {
  let round = 0
  let isOver = false
  const count = () => {
    round++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const rounds = await Promise.all(['a', 'b', 'c'].map(() => yieldToOthers().then(() => round)))
  isOver = true
  expect(new Set(rounds).size).toBe(3)
})

it('goes on under a clock that a test replaced', async () => {
  vi.useFakeTimers()
  try {
    await yieldToOthers()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
