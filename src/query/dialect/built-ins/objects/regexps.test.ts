import { describe, expect, test } from 'vitest'
import { inconvertible } from './inconvertible.ts'
import { evaluate, messageOf, valueOf } from '../sandbox.fixture.ts'

describe('test', () => {
  test.each([
    ['var r = /a/g; r.lastIndex = 2; [r.test("xyz"), r.lastIndex]', [false, 0]],
    ['var r = /a/g; r.lastIndex = 3; [r.test("xyz"), r.lastIndex]', [false, 3]],
    ['var r = /a/y; r.lastIndex = 4; [r.test("xyz"), r.lastIndex]', [false, 4]],
    ['var r = /a/gu; r.lastIndex = 4; [r.test("xyz"), r.lastIndex]', [false, 0]],
    ['var r = /a/; r.lastIndex = 4; [r.test("xyz"), r.lastIndex]', [false, 0]],
    ['var r = /(?:)/g; r.lastIndex = 3; [r.test("xyz"), r.lastIndex]', [false, 3]],
    ['var r = /a/g; r.test("xa"); r.lastIndex', 2],
    ['var r = /a/gy; r.lastIndex = 2; r.test("xyz"); r.lastIndex', 0],
    ['var r = /a/g; r.lastIndex = 2; r.exec("xyz"); r.lastIndex', 0],
    ['/a/.test("a")', true],
  ])('%s', (script, value) => expect(valueOf(script)).toEqual(value))
})

const unsupported =
  'Unsupported regular expression. Cannot convert regular expression to an equivalent System.Text.RegularExpressions.Regex: '

describe('inconvertible values', () => {
  test.each([
    ['\\p{L}', 'u', undefined],
    ['\\p{Lu}\\P{Letter}\\p{Nd}\\p{gc=Sm}', 'u', undefined],
    ['\\p{Script=Greek}', 'u', 'Inconvertible Unicode property escape'],
    ['\\p{Emoji}', 'u', 'Inconvertible Unicode property escape'],
    ['\\p{ASCII}', 'u', 'Inconvertible Unicode property escape'],
    ['[\\P{Alphabetic}]', 'u', 'Inconvertible Unicode property escape'],
    ['\\p{Emoji}', '', undefined],
    ['\\\\p{Emoji}', 'u', undefined],
    ['a', 'v', 'Unicode sets mode (flag v) is not supported currently'],
    ['\\1(a)', '', 'Inconvertible forward reference'],
    ['(a)\\1', '', undefined],
    ['\\2(a)(b)', '', 'Inconvertible forward reference'],
    ['\\1(?:a)', '', undefined],
    ['[\\1](a)', '', undefined],
    ['\\1(?<n>a)', '', 'Inconvertible forward reference'],
    ['\\1(?<=a)', '', undefined],
  ])('/%s/%s', (pattern, flags, reason) => {
    const message = reason && `${unsupported}/${pattern}/${flags}: ${reason}`
    expect(inconvertible(pattern, flags)).toBe(message)
  })

  test("the constructor refuses it with the server's text", () => {
    expect(evaluate("new RegExp('\\\\p{Emoji}', 'u')")).toMatchObject({
      name: 'SyntaxError',
      message: `${unsupported}/\\p{Emoji}/u: Inconvertible Unicode property escape`,
    })
  })
})

test.each([
  ["new RegExp('(')", 'Line 1: Invalid regular expression: /(/: Unterminated group'],
  ["RegExp(')')", "Line 1: Invalid regular expression: /)/: Unmatched ')'"],
  ["new RegExp('a**')", 'Line 1: Invalid regular expression: /a**/: Nothing to repeat'],
  ["new RegExp('[b-a]', 'g')", 'Line 1: Invalid regular expression: /[b-a]/g: Range out of order in character class'],
  ["new RegExp('a', 'zz')", 'Line 1: Invalid regular expression flags'],
])('%s', (script, message) => expect(messageOf(script)).toBe(message))

test.each([
  ["RegExp('a', 'g').test('ba')", true],
  ['var r = /a/; RegExp(r) === r', true],
  ['new RegExp(/a/g).flags', 'g'],
  ['/a/ instanceof RegExp && /a/.constructor === RegExp', true],
  ['class R extends RegExp {}; new R("a") instanceof R', true],
  ["'a-b'.split(new RegExp('-')).length", 2],
])('%s', (script, value) => expect(valueOf(script)).toBe(value))

test.each([
  ["'abc'.matchAll('b')", 'JsString'],
  ["'a1'.matchAll(1)", 'JsNumber'],
])('%s ends the query', (script, type) => {
  const message = `Unable to cast object of type 'Jint.Native.${type}' to type 'Jint.Native.Object.ObjectInstance'.`
  expect(evaluate(script)).toMatchObject({ name: 'HostError', message })
})

test('an empty text cannot be searched from behind its end', () => {
  expect(evaluate('/a/g.test(""); var r = /a/y; r.lastIndex = 1; r.test("")')).toMatchObject({
    name: 'HostError',
    message: "Start index cannot be less than 0 or greater than input length. (Parameter 'startat')",
  })
})
