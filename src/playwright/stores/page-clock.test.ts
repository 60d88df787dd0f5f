import type { BrowserContext } from '@playwright/test'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPageClock } from './page-clock.ts'

const begin = Date.parse('2026-05-01T12:00:00Z')

beforeEach(() => void vi.useFakeTimers({ now: begin }))
afterEach(() => void vi.useRealTimers())

/** A clock that follows a context whose own clock only records its calls. */
function following() {
  const called: unknown[][] = []
  const names = ['install', 'fastForward', 'runFor', 'pauseAt', 'resume', 'setFixedTime', 'setSystemTime'] as const
  const tell =
    (name: string) =>
    (...args: unknown[]) => {
      called.push([name, ...args])
      return Promise.resolve()
    }
  const context = { clock: Object.fromEntries(names.map((name) => [name, tell(name)])) } as unknown as BrowserContext
  const clock = createPageClock()
  clock.follow(context)
  const at = () => new Date(clock.now()).toISOString().slice(0, 19)
  return { clock, page: context.clock, called, at }
}

test("shows the machine's time until the page's is set", async () => {
  const { at, page, called } = following()
  vi.advanceTimersByTime(1000)
  expect(at()).toBe('2026-05-01T12:00:01')
  await page.install({ time: '2030-01-01T00:00:00Z' })
  expect(called).toEqual([['install', { time: '2030-01-01T00:00:00Z' }]])
  vi.advanceTimersByTime(2000)
  expect(at()).toBe('2030-01-01T00:00:02')
})

test('stands where it is paused, jumps, and goes on', async () => {
  const { at, page } = following()
  await page.install({ time: 0 })
  await page.pauseAt('1970-01-02T00:00:00Z')
  vi.advanceTimersByTime(5000)
  expect(at()).toBe('1970-01-02T00:00:00')
  await page.fastForward('01:30')
  expect(at()).toBe('1970-01-02T00:01:30')
  await page.runFor('02:00:00')
  await page.runFor(500)
  expect(at()).toBe('1970-01-02T02:01:30')
  await page.resume()
  vi.advanceTimersByTime(1500)
  expect(at()).toBe('1970-01-02T02:01:32')
})

test('a fixed time leaves timers going, and the system time can be moved back', async () => {
  const { clock, at, page } = following()
  const called = vi.fn<() => void>()
  await page.setFixedTime('2000-01-01T00:00:00Z')
  clock.after(1000, called)
  vi.advanceTimersByTime(1000)
  expect([at(), called.mock.calls.length]).toEqual(['2000-01-01T00:00:00', 1])
  await page.setSystemTime('1999-01-01T00:00:00Z')
  vi.advanceTimersByTime(1000)
  expect(at()).toBe('1999-01-01T00:00:01')
})

test('runs due callbacks in order', async () => {
  const { clock, page } = following()
  await page.pauseAt(begin)
  const order: string[] = []
  clock.after(2000, () => order.push('second'))
  clock.after(1000, () => order.push('first'))
  const cancel = clock.after(1500, () => order.push('cancelled'))
  clock.after(9000, () => order.push('later'))
  clock.after(0, () => order.push('at once'))
  cancel()
  vi.advanceTimersByTime(60_000)
  expect(order).toEqual(['at once'])
  await page.fastForward(3000)
  expect(order).toEqual(['at once', 'first', 'second'])
  await page.resume()
  vi.advanceTimersByTime(6000)
  expect(order.at(-1)).toBe('later')
})

test('an input that Playwright refuses is refused, and moves nothing', async () => {
  const { at, page } = following()
  await page.pauseAt(begin)
  await page.fastForward('nonsense')
  await page.pauseAt(begin - 1000)
  expect(at()).toBe('2026-05-01T12:00:00')
})
