import { expect, it } from 'vitest'
import { rowForKey } from './row-window.ts'

it.each([
  ['ArrowDown', 3, 4],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['ArrowDown', 99, 99],
  ['PageDown', 95, 99],
  ['PageUp', 50, 40],
  ['Home', 50, 0],
  ['End', 50, 99],
  ['a', 50, undefined],
])('%s leads from row %i to %s of 100, ten to a page', (key, row, next) => expect(rowForKey(key, row, 100, 10)).toBe(next))

it('leads nowhere in an empty list', () => expect(rowForKey('End', 0, 0, 10)).toBeUndefined())
