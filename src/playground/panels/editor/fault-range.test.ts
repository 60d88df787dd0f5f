import { describe, expect, it } from 'vitest'
import { faultText, rangeOf } from './fault-range.ts'

const text = "fromStream('a')\n  .when({\n    A: (s, e) => s.n.m,\n  })\n"
const marked = (line?: number, column?: number): string | undefined => {
  const range = rangeOf(text, { ...(line !== undefined && { line }), ...(column !== undefined && { column }) })
  return range && text.slice(range.from, range.to)
}

describe('rangeOf', () => {
  it('marks the word that begins at the place', () => {
    expect(marked(1, 1)).toBe('fromStream')
    expect(marked(3, 18)).toBe('s')
    expect(marked(2, 4)).toBe('when')
  })
  it('marks a member with its dot', () => expect(marked(2, 3)).toBe('.when'))
  it('marks one character where no word begins', () => expect(marked(2, 8)).toBe('('))
  it('marks the last character where the line has ended', () => expect(marked(1, 16)).toBe(')'))
  it('marks the content of a line without a column', () => expect(marked(2)).toBe('.when({'))
  it('has nothing without a line', () => expect(rangeOf(text, {})).toBeUndefined())
  it('ends where the text ends', () => {
    expect(rangeOf(text, { line: 40, column: 7 })).toEqual({ from: text.length, to: text.length })
    expect(rangeOf('ab', { line: 1, column: 40 })).toEqual({ from: 1, to: 2 })
    expect(rangeOf('', { line: 1, column: 1 })).toEqual({ from: 0, to: 0 })
  })
})

describe('faultText', () => {
  it('says the place as far as it is known', () => {
    expect(faultText({ message: 'Line 2: bad', line: 2, column: 5 })).toBe('Line 2, column 5: bad')
    expect(faultText({ message: 'bad', line: 2 })).toBe('Line 2: bad')
    expect(faultText({ message: 'bad' })).toBe('bad')
  })
  it('has the first sentence of a long message', () =>
    expect(faultText({ message: '.NET number values cannot be written. To make it work, see https://a.example/b.c. Bye.' })).toBe(
      '.NET number values cannot be written.',
    ))
  it('leaves a message of one sentence alone, and one with a short beginning', () => {
    expect(faultText({ message: 'Unexpected end of input (<anonymous>:1:28)' })).toBe('Unexpected end of input (<anonymous>:1:28)')
    expect(faultText({ message: 'E.g. this', line: 2 })).toMatch(/E\.g\. this$/)
  })
})
