import { expect, test } from 'vitest'
import { evaluate, valueOf } from '../sandbox.fixture.ts'

test.each([
  ["'straße'.toUpperCase()", 'STRAßE'],
  ["'ﬁn'.toUpperCase()", 'ﬁN'],
  ["'İ'.toLowerCase()", 'İ'],
  ["'ΣΑΣ'.toLowerCase()", 'σασ'],
  ["'ı'.toLocaleUpperCase()", 'ı'],
  ["'äöü'.toUpperCase()", 'ÄÖÜ'],
  ["'plain Text'.toUpperCase()", 'PLAIN TEXT'],
  ["'\\u{10428}'.toUpperCase()", '\u{10400}'],
  ["'\\ud800ä'.toUpperCase() === '\\ud800Ä' ? 'same' : 'other'", 'same'],
  ['String.prototype.toUpperCase.call(true)', 'TRUE'],
  ["'I'.toLocaleLowerCase('tr')", 'i'],
])('%s', (script, text) => expect(valueOf(script)).toBe(text))

test.each([
  ["'a'.localeCompare('b')", -1],
  ["'a'.localeCompare('a')", 0],
  ["'B'.localeCompare('a')", -31],
  ["'ä'.localeCompare('z')", -25],
  ["'a'.localeCompare('ab')", -98],
  ["'é'.localeCompare('e')", 769],
  ["'ab'.localeCompare('a')", 98],
  ["'1'.localeCompare(1)", 0],
])('%s is %d', (script, difference) => expect(valueOf(script)).toBe(difference))

test.each([
  ["'a\\r\\nb\\n\\rc'", ['a', '\r\n', 'b', '\n', '\r', 'c']],
  ["'e\\u0301x'", ['e\u0301', 'x']],
  ["'\\u0301\\n\\u0301'", ['\u0301', '\n', '\u0301']],
  ["'a\\u200bb\\u00ad\\u0301'", ['a', '\u200b', 'b', '\u00ad', '\u0301']],
  ["'👩‍👩‍👧👍🏽!'", ['👩‍👩‍👧', '👍🏽', '!']],
  ["'🇩🇪🇫🇷a'", ['🇩🇪', '🇫🇷', 'a']],
  ["'❤️‍🔥#\\u200d🔥1️⃣'", ['❤️‍🔥', '#\u200d', '🔥', '1️⃣']],
  ["'plain ÄÖ'", ['p', 'l', 'a', 'i', 'n', ' ', 'Ä', 'Ö']],
  ["'a😀'", ['a', '😀']],
])('%s is iterated by characters with their marks', (text, characters) => {
  expect(valueOf('[...' + text + ']')).toEqual(characters)
  expect(valueOf('(function (r) { for (var c of ' + text + ') r.push(c); return r })([])')).toEqual(characters)
})

test('escape leaves the space', () => {
  expect(valueOf("escape('a b%20+ä€')")).toBe('a b%2520+%E4%u20AC')
})

test('null and undefined have no case', () => {
  expect(evaluate('String.prototype.toUpperCase.call(null)')).toMatchObject({ name: 'TypeError' })
})
