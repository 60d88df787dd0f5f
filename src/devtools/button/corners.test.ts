import { expect, it } from 'vitest'
import { cornerAt } from './corners.ts'

it('is the nearest corner, outside of the window too', () => {
  const size = { width: 400, height: 800 }
  expect(cornerAt(399, 799, size)).toBe('bottom-right')
  expect(cornerAt(10, 401, size)).toBe('bottom-left')
  expect(cornerAt(-5, -5, size)).toBe('top-left')
  expect(cornerAt(201, 399, size)).toBe('top-right')
})
