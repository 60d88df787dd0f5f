// The keys of the records of heads: which record has a stream, and which are read together.

import { describe, expect, it } from 'vitest'
import { keyFor, stretchesOf } from './head-directory.ts'

const keys = ['', 'b', 'd', 'f', 'h', 'j', 'l', 'n', 'p', 'r']

describe('keyFor', () => {
  it('names the last key that is not behind the stream', () => {
    expect(['', 'a', 'b', 'bb', 'q', 'r', 'z'].map((stream) => keyFor(keys, stream))).toEqual(['', '', 'b', 'b', 'p', 'r', 'r'])
  })
})

describe('stretchesOf', () => {
  it('joins neighbours, and those with little between them', () => {
    expect(stretchesOf(keys, ['d', 'b', '', 'j'])).toEqual([['', 'j']])
    expect(stretchesOf(keys, ['r', 'b', 'd', 'l'])).toEqual([
      ['b', 'd'],
      ['l', 'r'],
    ])
  })

  it('leaves alone what stands alone', () => {
    expect(stretchesOf(keys, ['l', ''])).toEqual([
      ['', ''],
      ['l', 'l'],
    ])
    expect(stretchesOf(keys, [])).toEqual([])
  })
})
