import { describe, expect, it } from 'vitest'
import { countTasks } from '../../../base/time/tasks.fixture.ts'
import { createTimeSlice } from '../../../base/time/time-slice.ts'
import { isStrictJson } from './strict-json.ts'

/** Longer than what is left to the platform. */
const long = ' '.repeat(40_000)

function isParsed(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const signs = ['{', '}', '[', ']', ',', ':', '"', '\\', '"a"', '"a":', '{}', '[]', '{"a":{"b":[1,2,{}]}}', '[1,]', '{"a":1,}', '{,}']
const numbers = ['1', '-', '0', '01', '-0', '1.5', '1.', '.5', '1e5', '1E+', '1e-2']
const words = ['true', 'false', 'null', 'nul', 'NaN', 'undefined']
const strings = ['"\\n"', '"\\u00e9"', '"\\u00g9"', '"\\x"', '"\\', '"\n"', '"\u007f"', '"\ud800"', "'a'"]
const blanks = [' ', '\t', '\r\n', '\f', '\u00a0', '\ufeff', '//', '/**/']
const pieces = [...signs, ...numbers, ...words, ...strings, ...blanks]

describe('strict JSON in a long text', () => {
  it.each(pieces)('is what the platform parses: %j', async (piece) => {
    for (const text of [piece, `[${piece}]`, `{"a":${piece}}`, `{${piece}}`, `[1,${piece}`, `${piece}}`, `${piece}1`, `{${piece}:1}`]) {
      expect([text, await isStrictJson(long + text)]).toEqual([text, isParsed(text)])
      expect([text, await isStrictJson(text + long)]).toEqual([text, isParsed(text)])
    }
  })

  it('is what the platform parses of every text of three pieces', async () => {
    const seldom = pieces.filter((_, index) => index % 2 === 0 || index < 8)
    const differing: string[] = []
    for (const one of seldom)
      for (const two of seldom)
        for (const three of ['', ...pieces]) {
          const text = one + two + three
          if ((await isStrictJson(long + text)) !== isParsed(text)) differing.push(text)
        }
    expect(differing).toEqual([])
  })

  it('may be nested as deep as it likes', async () => {
    expect(await isStrictJson('['.repeat(100_000) + ']'.repeat(100_000))).toBe(true)
    expect(await isStrictJson('['.repeat(100_000) + ']'.repeat(99_999))).toBe(false)
  })

  it('lets others run while it is read', async () => {
    const text = JSON.stringify(Array.from({ length: 100_000 }, (_, n) => ({ n })))
    const { result, tasks } = await countTasks(() => isStrictJson(text, createTimeSlice(0)))
    expect(result).toBe(true)
    expect(tasks).toBeGreaterThan(10)
  })
})
