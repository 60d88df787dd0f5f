import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createTimeSlice } from '../time/time-slice.ts'
import type { Wanted } from './read.ts'
import { loadJson, readJson, readJsonObjectInSlices, readJsonPrefix } from './read.ts'
import { Double } from './value.ts'
import type { JsonObject, JsonValue } from './value.ts'
import { writeCompactJson, writeJson } from './write.ts'

const read = (text: string): JsonValue => {
  const outcome = readJson(text)
  if (outcome.kind === 'unreadable') throw new Error(`unreadable: ${text}`)
  return outcome.value
}

/** The text as printed after reading. */
const respelled = (text: string): string => writeCompactJson(read(text))

describe('accepted beside JSON', () => {
  test.each([
    ['names without quotes', '{a: 1, $b_2: 2}', '{"a":1,"$b_2":2}'],
    ['single quotes', `{'a': 'it\\'s "b"'}`, `{"a":"it's \\"b\\""}`],
    ['line breaks in strings', '"a\nb\tc"', '"a\\nb\\tc"'],
    ['comments', '/* x */ {"a": /* y */ 1, // z\n "b": 2} // end', '{"a":1,"b":2}'],
    ['trailing commas', '[1, 2, {"a": 1,},]', '[1,2,{"a":1}]'],
    ['values left out', '[,1,,2]', '[undefined,1,undefined,2]'],
    ['words', '[NaN, Infinity, -Infinity, undefined]', '["NaN","Infinity","-Infinity",undefined]'],
    ['dates', '[new Date(0), new Date(1234)]', '["1970-01-01T00:00:00Z","1970-01-01T00:00:01.234Z"]'],
    ['white space of any script', '\u00a0{\u2003"a"\u0085:\u30001}\v', '{"a":1}'],
  ])('%s', (_, text, expected) => {
    expect(respelled(text)).toBe(expected)
  })

  it('keeps the last value of a repeated name, where it stands', () => {
    expect(respelled('{"a":1,"b":2,"a":3}')).toBe('{"b":2,"a":3}')
  })

  it('keeps the first place of a repeated name in documents', () => {
    const outcomes = ['{"a":1,"b":2,"a":3}'].flatMap((text) => [loadJson(text), readJsonPrefix(text)])
    for (const outcome of outcomes) expect(outcome.kind === 'value' && writeCompactJson(outcome.value)).toBe('{"a":3,"b":2}')
  })

  it('replaces unpaired surrogates', () => {
    expect(read('"\\ud800"')).toBe('\ufffd')
    expect(read('"\\ud83d\\ude00"')).toBe('😀')
  })
})

describe('refused', () => {
  test.each([
    ['nothing', ''],
    ['blanks', ' \n'],
    ['a byte order mark', '\ufeff{}'],
    ['something behind the value', '{} x'],
    ['two values', '{}{}'],
    ['an open string', '"abc'],
    ['an unknown escape', '"\\x41"'],
    ['an open comment', '/* {}'],
    ['a comment of nothing at the end', '{}//'],
    ['a name without a value', '{"a"}'],
    ['a name without a value before the end', '{"a":}'],
    ['two commas in an object', '{"a":1,,"b":2}'],
    ['a comment before the colon', '{"a" /* x */ : 1}'],
    ['words', 'True'],
    ['a word with a tail', 'nullx'],
    ['a number with a tail', '1abc'],
    ['an integer of 381 digits', '1'.repeat(381)],
    ['other constructors', 'new Foo(1)'],
    ['a closing bracket of the other kind', '[1}'],
    ['65 levels', '['.repeat(65) + ']'.repeat(65)],
  ])('%s', (_, text) => {
    expect(readJson(text).kind).toBe('unreadable')
  })

  it('takes 64 levels', () => {
    expect(readJson('['.repeat(64) + ']'.repeat(64)).kind).toBe('value')
    expect(readJson('[[]]', 1).kind).toBe('unreadable')
  })
})

describe('texts of millions of characters', () => {
  const length = 10_000_000
  it('may be blank for the most part', () => {
    expect(readJson(`{a:${' '.repeat(length)}1}`)).toMatchObject({ kind: 'value' })
    expect(readJson(`{a:${'\u00a0'.repeat(length)}1}`)).toMatchObject({ kind: 'value' })
  })
  it('hold no name of that length', () => expect(readJson(`{${'ä'.repeat(length)}:1}`)).toEqual({ kind: 'unreadable' }))
})

describe('readJsonObjectInSlices', () => {
  const noise = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`other ${n}`, n]))
  test.each([
    ['long', noise],
    ['short', {}],
  ])('keeps what is wanted of a %s text, in any case and at any depth', async (_, more) => {
    const inner = { KEPT: { all: 1, ...more }, ...more }
    const text = JSON.stringify({ ...more, Outer: inner, list: [{ ...more, a: 1 }], plain: inner })
    const read = new Map<string, JsonValue>()
    const wanted: Wanted = new Map<string, Wanted | undefined>([
      ['outer', new Map([['kept', undefined]])],
      ['list', new Map()],
    ])
    expect(await readJsonObjectInSlices(text, wanted, (name, value) => read.set(name, value), createTimeSlice(0))).toBe(true)
    const count = Object.keys(more).length
    expect([...read.keys()]).toEqual(['Outer', 'list'])
    const outer = read.get('Outer') as JsonObject
    expect([...outer.keys()]).toEqual(['KEPT'])
    expect((outer.get('KEPT') as JsonObject).size).toBe(count + 1)
    expect(((read.get('list') as readonly JsonValue[])[0] as JsonObject).size).toBe(count + 1)
  })

  it('gives an object of many members all of them, the last of each name at its own place', async () => {
    const members = Array.from({ length: 300_000 }, (_, n) => `"${n}":${n}`)
    const text = `{"a":{${members.join()},"1":-1}}`
    const read = new Map<string, JsonValue>()
    await readJsonObjectInSlices(text, new Map([['a', undefined]]), (name, value) => read.set(name, value), createTimeSlice())
    const entries = [...(read.get('a') as JsonObject)]
    expect(entries).toHaveLength(300_000)
    expect([entries[0], entries[1], entries.at(-2), entries.at(-1)]).toEqual([
      ['0', 0n],
      ['2', 2n],
      ['299999', 299_999n],
      ['1', -1n],
    ])
  })
})

describe('readJsonPrefix', () => {
  it('drops everything after the first value', () => {
    expect(readJsonPrefix('{"a":1} and more')).toEqual({ kind: 'value', value: new Map([['a', 1n]]) })
    expect(readJsonPrefix('{"a":1').kind).toBe('unreadable')
  })
})

/** The sign of an integer zero is not kept. */
const unsignedZero = (_: string, value: unknown): unknown => (value === 0 ? 0 : value)

describe('properties', () => {
  it('reads whatever the platform prints, and means the same by it', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false, maxDepth: 5 }), (text) => {
        expect(JSON.parse(writeJson(read(text)))).toEqual(JSON.parse(text, unsignedZero))
      }),
    )
  })

  const value: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, true, false),
      fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
      fc.bigInt(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => new Double(number)),
      fc.array(tie('value')),
      fc.array(fc.tuple(fc.string(), tie('value'))).map((members) => new Map(members)),
    ),
  })).value

  it('reverses printing, with and without white space', () => {
    fc.assert(
      fc.property(value, (original) => {
        expect(read(writeJson(original))).toEqual(original)
        expect(read(writeCompactJson(original))).toEqual(original)
      }),
    )
  })

  it('answers to any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('{}[],:"\'\\/*-+.0123eExXnu tf\n')) }), (text) => {
        expect(['value', 'unreadable']).toContain(readJson(text).kind)
      }),
    )
  })
})
