import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { Scanner } from './scan.ts'

/** Long enough to be read ahead. */
const blanks = ' '.repeat(2 ** 20)

const pieces = fc.constantFrom(
  'a',
  'bc',
  'é',
  '😀',
  '\t',
  '\u2028',
  '\\n',
  '\\\\',
  '\\/',
  '\\u00e9',
  '\\ud83d',
  '\\ude00',
  '\\"',
  "\\'",
  '\\x',
  '\\u12',
  '"',
)

function outcome(read: (scanner: Scanner) => string, text: string): unknown {
  const scanner = new Scanner(text)
  try {
    return { read: read(scanner), at: scanner.at }
  } catch (error) {
    return (error as Error).name
  }
}

it('reads a string in parts as it does at once', () => {
  const strings = fc.tuple(fc.constantFrom('"', "'"), fc.array(pieces, { maxLength: 12 }))
  fc.assert(
    fc.property(strings, fc.integer({ min: 1, max: 20 }), ([quote, parts], characters) => {
      const text = `${quote}${parts.join('')}${quote}${blanks}`
      const inParts = outcome((scanner) => {
        while (!scanner.readsAhead(characters)) expect(scanner.at).toBe(0)
        return scanner.string()
      }, text)
      expect(inParts).toEqual(outcome((scanner) => scanner.string(), text))
    }),
  )
})

it('goes on behind a long string, blanks and comments, and forgets them with the text', () => {
  const scanner = new Scanner(`${blanks}//${blanks}\n/* "no" */ "a\\n${blanks}" , 'b\\n'`)
  let turns = 0
  const ahead = () => {
    while (!scanner.readsAhead(2 ** 16)) turns++
  }
  ahead()
  expect(turns).toBeGreaterThan(20)
  expect(scanner.string()).toBe(`a\n${blanks}`)
  ahead()
  expect(scanner.take(0x2c)).toBe(true)
  ahead()
  expect(scanner.string()).toBe('b\n')
  scanner.begin(new TextEncoder().encode(`"x\\n"${blanks}`))
  ahead()
  scanner.begin(new TextEncoder().encode(`"y\\n"${blanks}`))
  expect(scanner.string()).toBe('y\n')
})

it('does not read ahead in a short text', () => {
  const scanner = new Scanner(`  "a\\n"`)
  expect(scanner.readsAhead(1)).toBe(true)
  expect(scanner.at).toBe(0)
})
