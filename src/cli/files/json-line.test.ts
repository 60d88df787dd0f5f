import { describe, expect, it } from 'vitest'
import { lineOfError } from './json-line.ts'

describe('lineOfError', () => {
  it.each([
    ['{', 1],
    ['', 1],
    ['{\n"version": 1,\n"events": [,]\n}', 3],
    ['{\n"version": 1\n"events": []\n}', 3],
    ['{\n"a": [1,\n2,\n],\n"b": 1\n}', 4],
    ['{\n"a": 1,\n}\n', 3],
    ['{\n"a": tru,\n"b": 1}', 2],
    ['{\n"a": "open,\n"b": 1}', 2],
    ['{}\n\n{}', 3],
    ['{\n"a": 1,\n"b": [\n', 4],
    ['{\n"a": -,\n"b": 1}', 2],
  ])('of %j is %i', (text, line) => expect(lineOfError(text)).toBe(line))
})
