import { describe, expect, test } from 'vitest'
import { readCategoryConfiguration } from './native-handlers.ts'

describe('the category of a stream', () => {
  test.each([
    ['first\r\n-', 'cart-1-a', 'cart'],
    ['first\n-', 'cart-1-a', 'cart'],
    [' FIRST \n-', 'cart-1-a', 'cart'],
    ['last\n-', 'cart-1-a', 'cart-1'],
    ['-', 'cart-1-a', 'cart-1'],
    ['_', 'a_b', 'a'],
    ['first\n-', 'cart-', 'cart'],
    ['first\n-', 'cart', undefined],
    ['first\n-', '-cart-1', undefined],
    ['last\n-', '-cart', undefined],
    ['last\n-', '-cart-1', '-cart'],
    ['first\n-', '$cart-1', undefined],
    ['first\n-', '$$cart-1', undefined],
  ])('configured as %j: %s belongs to %s', (configuration, stream, category) => {
    expect(readCategoryConfiguration(configuration)?.(stream)).toBe(category)
  })

  test.each(['', '  ', 'first', 'first\n', 'middle\n-', 'first\n--', 'first\n-\nmore', 'ab'])('%j is no configuration', (text) => {
    expect(readCategoryConfiguration(text)).toBeUndefined()
  })
})
