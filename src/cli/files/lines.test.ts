import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Failure } from '../failure.ts'
import { readLines, split } from './lines.ts'
import { readText } from './text-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'rillbox-lines-'))
afterAll(() => rmSync(folder, { recursive: true }))

const linesOf = (content: string | Uint8Array) => {
  const file = join(folder, 'file')
  writeFileSync(file, content)
  return [...readLines(file)]
}

describe('split', () => {
  it.each([
    [['a\nb\n'], ['a', 'b']],
    [
      ['a', 'b\n', '\nc'],
      ['ab', '', 'c'],
    ],
    [['', 'a'], ['a']],
    [['\n'], ['']],
    [[], []],
  ])('puts %j together', (pieces, lines) => expect([...split(pieces)]).toEqual(lines))

  it('takes time in proportion to a line of many pieces', () => {
    const pieces = Array.from({ length: 2000 }, () => 'x'.repeat(16_384))
    const started = performance.now()
    expect([...split(pieces)][0]).toHaveLength(2000 * 16_384)
    // The square of their number took half a minute.
    expect(performance.now() - started).toBeLessThan(5000)
  })
})

it('names the folder that stands in place of a file', () => {
  for (const read of [() => [...readLines(folder)], () => readText(folder)])
    expect(read).toThrow(new Failure(`"${folder}" is a folder, and a file is expected.`))
})

describe('readLines', () => {
  it('numbers the lines that are not blank', () => {
    expect(linesOf('one\n\n  \r\ntwo\r\nthree')).toEqual([
      { text: 'one', number: 1 },
      { text: 'two\r', number: 4 },
      { text: 'three', number: 5 },
    ])
    expect(linesOf('')).toEqual([])
  })

  it('leaves a byte order mark out', () => expect(linesOf('\ufeff{}\n\ufeff')).toEqual([{ text: '{}', number: 1 }]))

  it('reads characters that lie across two pieces', () => {
    const long = 'ä'.repeat(200_000)
    expect(linesOf(`x${long}\n€`)).toEqual([
      { text: `x${long}`, number: 1 },
      { text: '€', number: 2 },
    ])
  })

  it.each([
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x7b, 0)],
    ['Latin-1', Uint8Array.of(0x7b, 0x22, 0xe4, 0x22, 0x7d, 0x0a)],
    ['a cut character', Uint8Array.of(0x7b, 0xe2, 0x82)],
  ])('refuses %s instead of storing other characters', (_name, bytes) =>
    expect(() => linesOf(bytes)).toThrow(`${join(folder, 'file')} is not encoded in UTF-8.`),
  )

  it('says that there is no such file', () => expect(() => [...readLines(join(folder, 'nothing'))]).toThrow('ENOENT'))
})
