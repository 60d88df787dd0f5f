import { expect, it } from 'vitest'
import { Playback, tempo } from './playback.ts'

it.each([1, 10, 100, 1_000, 100_000])('%d steps play within 21 seconds, and none is quicker than can be shown', (ahead) => {
  const { milliseconds, stride } = tempo(ahead)
  expect(milliseconds).toBeGreaterThanOrEqual(50)
  expect((ahead / stride) * milliseconds).toBeLessThanOrEqual(21_000)
})

it('goes on until the end, or to the first stop on the way', () => {
  const playback = new Playback(() => undefined)
  playback.start(100_000)
  expect(playback.nextPlace(0, 100_000, () => false)).toBe(250)
  expect(playback.isPlaying).toBe(true)
  expect(playback.nextPlace(250, 100_000, (place) => place === 300)).toBe(300)
  expect(playback.isPlaying).toBe(false)
  playback.start(5)
  expect([playback.nextPlace(94, 95, () => false), playback.isPlaying]).toEqual([95, false])
  expect(playback.nextPlace(95, 95, () => false)).toBeUndefined()
})
