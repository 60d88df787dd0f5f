import { expect, it, vi } from 'vitest'
import { looksFaked } from './real-time.ts'

const native = Math.max

it.each([
  ['those of a page', { setTimeout: native, document: {} }, false],
  ['those of Node', { setTimeout: () => 0, process: {} }, false],
  ['those of Node beside the DOM of a test', { setTimeout: () => 0, process: {}, document: {} }, false],
  ['a function in place of the one of a page', { setTimeout: () => 0, document: {} }, true],
])('timers: %s', (_, globals, faked) => {
  expect(looksFaked(globals)).toBe(faked)
})

it('timers that a test of Node has faked', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const faked = looksFaked(globalThis)
  vi.useRealTimers()
  expect([faked, looksFaked(globalThis)]).toEqual([true, false])
})
