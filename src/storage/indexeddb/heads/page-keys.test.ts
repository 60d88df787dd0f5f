// The keys of pages: which page has a name, and which are read together.

import { describe, expect, it } from 'vitest'
import { keyFor, rangesOf } from './pages.ts'

const keys = ['', 'b', 'd', 'f', 'h', 'j', 'l', 'n', 'p', 'r']

describe('keyFor', () => {
  it('names the last key that is not behind the name', () => {
    expect(['', 'a', 'b', 'bb', 'q', 'r', 'z'].map((name) => keyFor(keys, name))).toEqual(['', '', 'b', 'b', 'p', 'r', 'r'])
  })
})

describe('rangesOf', () => {
  it('joins neighbours, and those with little between them', () => {
    expect(rangesOf(keys, ['d', 'b', '', 'j'])).toEqual([['', 'j']])
    expect(rangesOf(keys, ['r', 'b', 'd', 'l'])).toEqual([
      ['b', 'd'],
      ['l', 'r'],
    ])
  })

  it('leaves a single page alone', () => {
    expect(rangesOf(keys, ['l', ''])).toEqual([
      ['', ''],
      ['l', 'l'],
    ])
    expect(rangesOf(keys, [])).toEqual([])
  })
})
