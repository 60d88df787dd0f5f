import { describe, expect, test } from 'vitest'
import type { StepRow } from '../trace/step-history.ts'
import type { Move, StepFilter } from './step-filter.ts'
import { destination, everyStep, indexesOf, moveForKey, nearestPlace } from './step-filter.ts'

const row = (given: Partial<StepRow>): StepRow => ({
  stream: 's',
  number: 0,
  type: 'T',
  partition: undefined,
  handler: undefined,
  skipped: undefined,
  isFault: false,
  isChange: false,
  logs: 0,
  lines: [],
  met: [],
  ...given,
})

const rows = [
  row({ partition: 'a', isChange: true }),
  row({ skipped: 'stream-not-read' }),
  row({ partition: 'b', type: 'U', isChange: true }),
  row({ skipped: 'type-not-handled', type: 'V' }),
  row({ partition: 'a' }),
  row({ partition: 'a', isChange: true }),
  row({ partition: 'b', isFault: true }),
  row({ skipped: 'after-fault' }),
]

const listed = (filter: Partial<StepFilter>) => indexesOf(rows, { ...everyStep, ...filter })

describe('listed steps', () => {
  test('by the outcome of the event, by partition, by type', () => {
    expect(listed({})).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(listed({ show: 'read' })).toEqual([0, 2, 3, 4, 5, 6, 7])
    expect(listed({ show: 'handled' })).toEqual([0, 2, 4, 5, 6])
    expect(listed({ show: 'changes' })).toEqual([0, 2, 5, 6])
    expect(listed({ partition: 'a' })).toEqual([0, 4, 5])
    expect(listed({ partition: 'b', type: 'U' })).toEqual([2])
    expect(listed({ type: 'nothing' })).toEqual([])
  })

  test('new steps', () => expect(indexesOf(rows, everyStep, 5)).toEqual([5, 6, 7]))

  test('the place of a step, or its substitute', () => {
    expect([0, 1, 4, 5, 7].map((index) => nearestPlace([0, 4, 5], index))).toEqual([0, 1, 1, 2, 2])
    expect(nearestPlace([], 3)).toBe(0)
  })
})

describe('moves', () => {
  const from = (place: number, move: Move, filter: Partial<StepFilter> = {}) => destination(rows, listed(filter), place, move)

  test('one step, a page, to the ends', () => {
    expect(from(3, 'forward')).toBe(4)
    expect(from(3, 'back')).toBe(2)
    expect(from(0, 'back')).toBeUndefined()
    expect(from(7, 'forward')).toBeUndefined()
    expect(from(3, 'page-forward')).toBe(7)
    expect(from(3, 'page-back')).toBe(0)
    expect(from(3, 'first')).toBe(0)
    expect(from(3, 'last')).toBe(7)
    expect(from(0, 'forward', { type: 'nothing' })).toBeUndefined()
  })

  test('to the next event that was handled', () => {
    expect(from(0, 'handled-forward')).toBe(2)
    expect(from(4, 'handled-back')).toBe(2)
    expect(from(6, 'handled-forward')).toBeUndefined()
  })

  test('to the next change of the same partition, the fault included', () => {
    expect(from(0, 'change-forward')).toBe(5)
    expect(from(5, 'change-back')).toBe(0)
    expect(from(2, 'change-forward')).toBe(6)
    expect(from(1, 'change-forward')).toBe(2)
  })

  test('by key', () => {
    const press = (key: string, held: object = {}) =>
      moveForKey({ key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...held })
    expect(press('ArrowRight')).toBe('forward')
    expect(press('ArrowRight', { shiftKey: true })).toBe('handled-forward')
    expect(press('PageDown')).toBe('page-forward')
    expect(press('Home')).toBe('first')
    expect(press('ArrowLeft', { altKey: true })).toBeUndefined()
    expect(press('x')).toBeUndefined()
  })
})
