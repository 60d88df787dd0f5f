import { expect, test } from 'vitest'
import { linePath, thinned } from './line-shape.ts'

const point = (event: number, value: number) => ({ event, value, type: 'T', place: '' })

test('steps up and down, and stays to the end', () => {
  const series = { points: [point(0, 0), point(2, 10), point(3, 5)], least: 0, most: 10 }
  expect(linePath(series, 5, { width: 100, height: 12 })).toBe('M0 11H50V1H75V6H100')
  expect(linePath({ points: [], least: 0, most: 0 }, 0, { width: 100, height: 12 })).toBe('')
})

test('many points keep their extremes', () => {
  const points = Array.from({ length: 10_000 }, (_, event) => point(event, event === 5_003 ? 900 : event === 5_001 ? -900 : event % 7))
  const kept = thinned(points, 600)
  expect(kept.length).toBeLessThanOrEqual(600)
  expect(kept.map(({ value }) => value)).toEqual(expect.arrayContaining([-900, 900]))
  expect(kept.map(({ event }) => event)).toEqual(kept.map(({ event }) => event).toSorted((a, b) => a - b))
})
