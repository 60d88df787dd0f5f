import { afterEach, describe, expect, test, vi } from 'vitest'
import { platformEnvironment } from './environment.ts'

afterEach(() => vi.unstubAllGlobals())

describe('ids', () => {
  const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

  test('are random GUIDs in lower case', () => {
    const { uuid } = platformEnvironment()
    const ids = Array.from({ length: 100 }, uuid)
    expect(new Set(ids).size).toBe(100)
    for (const id of ids) expect(id).toMatch(guid)
  })

  test('are made where the origin is insecure and the platform offers random bytes only', () => {
    const platform = globalThis.crypto
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => platform.getRandomValues(bytes) })
    expect(platformEnvironment().uuid()).toMatch(guid)
  })
})

test('a timer calls back once, and not after it was cancelled', () => {
  vi.useFakeTimers()
  const { after } = platformEnvironment()
  const kept = vi.fn<() => void>()
  const cancelled = vi.fn<() => void>()
  after(100, kept)
  after(100, cancelled)()
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()
  expect(kept).toHaveBeenCalledOnce()
  expect(cancelled).not.toHaveBeenCalled()
})

test('a timer beyond 31 bits of milliseconds waits for its time', () => {
  vi.useFakeTimers()
  const { after } = platformEnvironment()
  const late = vi.fn<() => void>()
  const never = vi.fn<() => void>()
  after(2 ** 31 + 100, late)
  after(Number.POSITIVE_INFINITY, never)()
  vi.advanceTimersByTime(2 ** 31 + 99)
  expect(late).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  vi.advanceTimersByTime(2 ** 33)
  vi.useRealTimers()
  expect(late).toHaveBeenCalledOnce()
  expect(never).not.toHaveBeenCalled()
})

test('locks are missing where the platform has none', () => {
  vi.stubGlobal('navigator', {})
  expect(platformEnvironment().locks).toBeUndefined()
})

describe.skipIf(!globalThis.navigator?.locks)('locks of the platform (Node has none before 24.5)', () => {
  test('are held by one at a time', async () => {
    const locks = platformEnvironment().locks!
    let inside = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++inside)
      await new Promise((resolve) => setTimeout(resolve, 2))
      inside--
    }
    await Promise.all([1, 2, 3].map(() => locks.hold('one-at-a-time', {}, work)))
    expect(most).toBe(1)
  })

  test('report at once that another holder has one, when asked to', async () => {
    const locks = platformEnvironment().locks!
    const outcome = await locks.hold('taken', {}, () => locks.hold('taken', { ifAvailable: true }, (held) => Promise.resolve(held)))
    expect(outcome).toBe(false)
  })

  test('tell a holder that its lock was stolen', async () => {
    const locks = platformEnvironment().locks!
    const robbed = Promise.withResolvers<unknown>()
    const holding = Promise.withResolvers<void>()
    const held = locks.hold('stolen', {}, (_held, lost) => {
      lost.addEventListener('abort', () => robbed.resolve(lost.reason))
      holding.resolve()
      return robbed.promise
    })
    await holding.promise
    await locks.hold('stolen', { steal: true }, () => Promise.resolve())
    await expect(held).rejects.toMatchObject({ name: 'AbortError' })
    expect(await robbed.promise).toMatchObject({ name: 'AbortError' })
  })
})
