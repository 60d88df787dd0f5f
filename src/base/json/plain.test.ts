import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPlain } from './plain.ts'
import { loadJson } from './read.ts'
import type { JsonValue } from './value.ts'

const deepest = 64

/** The value by the server's own rules; the text must have no repeated names, which `loadJson` keeps elsewhere. */
function read(text: string): JsonValue {
  const outcome = loadJson(text)
  if (outcome.kind === 'unreadable') throw new Error(`unreadable: ${text}`)
  return outcome.value
}

test.each([
  ['a compact body', '{"a":1,"b":[true,null,"x"],"c":{},"d":[]}'],
  ['an indented body', '{\n  "a": 1,\n  "b": [\n    1.5\n  ]\n}'],
  ['names that are numbers, in order', '{"1":0,"2":0,"a":0}'],
  ['names of methods', '{"__proto__":{"toJSON":1},"toString":2}'],
  ['separators of lines', '"a\u2028b\u0085c"'],
  ['the greatest integer of a double', '[9007199254740991,-9007199254740991]'],
  ['fractions', '[0.1,1e-7,-2.5,5e-324]'],
])('reads %s', (_, text) => {
  const value = readPlain(text, deepest)
  expect(value).toBeDefined()
  expect(value).toEqual(read(text))
})

test.each([
  ['repeated names', '{"a":1,"a":2}'],
  ['names that are numbers, in another order', '{"2":0,"1":0}'],
  ['digits that a double loses', '[9007199254740993]'],
  ['an integer that a double prints alike', '[1152921504606847000]'],
  ['an integer with an exponent', '[1e+21]'],
  ['a fraction of zero', '[1.0]'],
  ['a negative zero', '[-0]'],
  ['half of a surrogate pair', '"\\ud800"'],
  ['half of a pair that is not escaped', '"\ud800"'],
  ['blanks', '{"a": 1}'],
  ['a text that is no JSON', "{a:'b'}"],
  ['the word undefined', 'undefined'],
  ['nothing', ''],
])('leaves %s to the rules of the server', (_, text) => {
  expect(readPlain(text, deepest)).toBeUndefined()
})

test('leaves what is nested too deep to the rules of the server', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  expect(readPlain(nested(deepest), deepest)).toEqual(read(nested(deepest)))
  expect(readPlain(nested(deepest + 1), deepest)).toBeUndefined()
  expect(readPlain(nested(200_000), deepest)).toBeUndefined()
})

test('means what the rules of the server mean, whatever the text', () => {
  const json = fc.oneof(
    fc.json({ noUnicodeString: false }),
    fc.jsonValue({ noUnicodeString: false }).map((value) => JSON.stringify(value, undefined, 2)),
    fc.string({ unit: fc.constantFrom(...Array.from('{}[],:"\\.0129eE- \nau')) }),
  )
  fc.assert(
    fc.property(json, (text) => {
      const value = readPlain(text, deepest)
      fc.pre(value !== undefined)
      expect(value).toEqual(read(text))
    }),
    { numRuns: 1000, maxSkipsPerRun: 1000 },
  )
})
