import { array, assert, constantFrom, jsonValue, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { problemText } from './json-problem.ts'
import type { JsonNode } from './json-text.ts'
import { isContainer, placeOf, readJsonText } from './json-text.ts'

/** Prints a tree from its positions alone. */
function printed(text: string, node: JsonNode): string {
  if (!isContainer(node)) return text.slice(node.from, node.to)
  const members = node.members.map(({ name, value }) => (name === undefined ? '' : `${name}:`) + printed(text, value)).join(',')
  return node.kind === 'object' ? `{${members}}` : `[${members}]`
}

const reprinted = (text: string): string => {
  const reading = readJsonText(text)
  return reading.kind === 'value' ? printed(text, reading.root) : `fault: ${reading.problem.kind}`
}

describe('JSON', () => {
  test('keeps every spelling', () => {
    const text = ' { "a" : 12345678901234567890 , "b\\u00e9":[ 1.0, -0, 1E+400, "\\n", true,null ], "a": {} } '
    expect(reprinted(text)).toBe('{"a":12345678901234567890,"b\\u00e9":[1.0,-0,1E+400,"\\n",true,null],"a":{}}')
  })

  test('is everything that JSON.parse takes, with any indent', () => {
    assert(
      property(jsonValue(), constantFrom(0, 1, 4), (value, indent) => {
        expect(reprinted(JSON.stringify(value, null, indent))).toBe(JSON.stringify(value))
      }),
    )
  })

  test('is nothing else', () => {
    const pieces = array(constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', '-', '01', 'true', 'nul', ' ', '"', '\\', '\n', '.5', 'e1'))
    assert(
      property(pieces, (list) => {
        const text = list.join('')
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        expect(readJsonText(text).kind).toBe(isJson ? 'value' : 'fault')
      }),
      { numRuns: 500 },
    )
  })

  test('may be nested deeper than calls', () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    expect(readJsonText(deep).kind).toBe('value')
  })
})

describe('faults', () => {
  const fault = (text: string) => {
    const reading = readJsonText(text)
    return reading.kind === 'fault' ? { ...placeOf(text, reading.at), message: problemText(reading.problem) } : 'no fault'
  }

  test.each([
    ['', 1, 1, 'Expected a value.'],
    ['{\n  "a": 1,\n}', 3, 1, 'Remove the comma before this: nothing follows it.'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'Expected a comma or }.'],
    ['[1, 2', 1, 6, 'Expected a comma or ].'],
    ['{ a: 1 }', 1, 3, 'Expected a name in double quotes.'],
    ['{ "a" 1 }', 1, 7, 'Expected a colon.'],
    ['{ "a": \'x\' }', 1, 8, 'Strings need double quotes.'],
    ['{ "a": undefined }', 1, 8, 'undefined is not a JSON value.'],
    ['{ "a": "x }', 1, 8, 'The string that starts here has no closing quote.'],
    ['"a\nb"', 1, 3, 'A string cannot contain line breaks or control characters; write \\n or \\t.'],
    ['"\\x"', 1, 2, 'This is not a valid JSON escape.'],
    ['{} {}', 1, 4, 'Unexpected text after the end of the value.'],
    ['truer', 1, 1, 'truer is not a JSON value.'],
    ['.5', 1, 1, '.5 is not a JSON value.'],
    ['01', 1, 2, 'Unexpected text after the end of the value.'],
  ])('%j', (text, line, column, message) => {
    expect(fault(text)).toEqual({ line, column, message })
  })

  test('lines are counted with any line ending', () => {
    expect(placeOf('a\r\nb\rc\nde', 8)).toEqual({ line: 4, column: 2 })
  })
})
