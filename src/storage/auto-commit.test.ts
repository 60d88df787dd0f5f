import { describe, expect, it, vi } from 'vitest'
import { Activity } from './auto-commit.ts'

const macrotask = () => new Promise((resolve) => void setTimeout(resolve))
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await Promise.resolve()
}
const inactive = expect.objectContaining({ name: 'TransactionInactiveError' })

describe('activity', () => {
  it('ends when something foreign is awaited', async () => {
    const onIdle = vi.fn<() => void>()
    const activity = new Activity(onIdle)
    activity.use()
    expect(onIdle).not.toHaveBeenCalled()
    await macrotask()
    expect(onIdle).toHaveBeenCalledTimes(1)
    expect(activity.isActive).toBe(false)
    expect(() => activity.use()).toThrow(inactive)
    expect(activity.end()).toBe(false)
  })

  it('lasts as long as an answer takes, and ends some time after it', async () => {
    const onIdle = vi.fn<() => void>()
    const activity = new Activity(onIdle)
    await activity.during(macrotask().then(macrotask))
    expect(onIdle).not.toHaveBeenCalled()
    activity.use()
    await macrotask()
    expect(onIdle).toHaveBeenCalledTimes(1)
  })

  it('waits for the last of several answers, also for one that fails', async () => {
    const onIdle = vi.fn<() => void>()
    const activity = new Activity(onIdle)
    const failing = activity.during(macrotask().then(() => Promise.reject(new Error('on purpose'))))
    const slow = activity.during(macrotask().then(macrotask).then(macrotask))
    await expect(failing).rejects.toThrow('on purpose')
    await macrotask()
    expect(activity.isActive).toBe(true)
    await slow
    await macrotask()
    expect(onIdle).toHaveBeenCalledTimes(1)
  })

  it('bears work that takes many turns without asking for anything', async () => {
    const activity = new Activity(() => undefined)
    await turns(500)
    expect(activity.isActive).toBe(true)
    activity.use()
    await turns(500)
    expect(activity.isActive).toBe(true)
  })

  it('is not found idle after its end', async () => {
    const onIdle = vi.fn<() => void>()
    const activity = new Activity(onIdle)
    expect(activity.end()).toBe(true)
    await macrotask()
    expect(onIdle).not.toHaveBeenCalled()
    expect(() => activity.use()).toThrow(inactive)
  })

  it('does not depend on clocks', async () => {
    vi.useFakeTimers()
    try {
      const onIdle = vi.fn<() => void>()
      const activity = new Activity(onIdle)
      await turns(2000)
      expect(activity.isActive).toBe(false)
      expect(onIdle).toHaveBeenCalledTimes(1)
    } finally {
      vi.useRealTimers()
    }
  })
})
