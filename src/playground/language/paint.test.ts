import { describe, expect, it } from 'vitest'
import { paint } from './paint.ts'

const coloured = (text: string) => paint(text).flatMap(({ text, colour }) => (colour ? [`${colour} ${text}`] : []))

describe('paint', () => {
  it.each([
    ["fromStream('a')", ['function fromStream', "string 'a'"]],
    ['// a $init: 1\nreturn 1.5', ['comment // a $init: 1', 'keyword return', 'number 1.5']],
    ['{ $init: () => null }', ['property $init', 'number null']],
    ['a ? "b\\"c" : `d\n${e}`', ['property a', 'string "b\\"c"', 'string `d\n${e}`'].slice(1)],
    ['/* open', ['comment /* open']],
    ["'open\nfor", ["string 'open", 'keyword for']],
    ['state.returned', []],
  ])('%s', (text, expected) => expect(coloured(text)).toEqual(expected))

  it('loses nothing', () => {
    const text = "fromAll() // x\n  .when({ A: (s, e) => { s['k'] = 0x1f } })\n\n"
    expect(
      paint(text)
        .map(({ text }) => text)
        .join(''),
    ).toBe(text)
    expect(paint('')).toEqual([])
  })

  it('marks the mistake, and nothing else', () => {
    const pieces = paint('abc def(1)', { from: 1, to: 6 })
    expect(pieces.filter(({ wrong }) => wrong).map(({ text }) => text)).toEqual(['bc ', 'de'])
    expect(pieces.map(({ text }) => text).join('')).toBe('abc def(1)')
    expect(pieces).toContainEqual({ text: 'f', colour: 'function' })
  })
})
