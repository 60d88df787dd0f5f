import { describe, expect, it } from 'vitest'
import { pageOf } from './partition-list.ts'

const many = Array.from({ length: 250 }, (_, number) => `Cart-${number}`)

describe('pageOf', () => {
  it('shows a hundred at a time', () => {
    expect(pageOf(many, '', 0)).toMatchObject({ first: 1, last: 100, found: 250, page: 0, pages: 3 })
    expect(pageOf(many, '', 2)).toMatchObject({ first: 201, last: 250, page: 2 })
    expect(pageOf(many, '', 2).shown).toHaveLength(50)
  })
  it('stays within the existing partitions', () => {
    expect(pageOf(many, '', 9).page).toBe(2)
    expect(pageOf(many, '', -1).page).toBe(0)
    expect(pageOf([], '', 0)).toEqual({ shown: [], first: 0, last: 0, found: 0, page: 0, pages: 1 })
  })
  it('filters by a part of the name, whatever its case', () => {
    expect(pageOf(many, ' cart-24 ', 0).shown).toEqual(['Cart-24', ...Array.from({ length: 10 }, (_, digit) => `Cart-24${digit}`)])
    expect(pageOf(many, 'basket', 3)).toMatchObject({ shown: [], first: 0, found: 0, page: 0 })
  })
})
