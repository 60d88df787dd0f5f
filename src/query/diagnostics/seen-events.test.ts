// The category of a stream, from its name.

import { describe, expect, it } from 'vitest'
import { categoryOf } from './seen-events.ts'

describe('categoryOf', () => {
  it.each([
    ['cart-1', 'cart'],
    ['shop-cart-1', 'shop'],
    ['alone', undefined],
    ['-1', undefined],
  ])('%s: %s', (stream, category) => expect(categoryOf(stream)).toBe(category))
})
