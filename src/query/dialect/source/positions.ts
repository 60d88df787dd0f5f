// Converts offsets to lines and columns and back, with columns counted as in QuickJS or in editors.

import { lastAtMost } from '../../../base/sorted.ts'

const lineBreak = /\r\n|[\r\n\u2028\u2029]/g

export function readLines(text: string) {
  const starts = [0, ...Array.from(text.matchAll(lineBreak), (found) => found.index + found[0].length)]
  const hasPairs = /[\ud800-\udbff]/.test(text)
  const lineOf = (offset: number): number => lastAtMost(starts, offset, (start) => start) + 1
  const startOf = (line: number): number => starts[Math.min(line, starts.length) - 1]!
  /** Line and column from 1; columns count UTF-16 units, as editors do. */
  const place = (offset: number) => {
    const line = lineOf(offset)
    return { line, column: offset - startOf(line) + 1 }
  }
  return {
    place,
    /** The same with columns in code points, as QuickJS counts. */
    enginePlace(offset: number) {
      const { line, column } = place(offset)
      return { line, column: hasPairs ? Array.from(text.slice(startOf(line), offset)).length + 1 : column }
    },
    /** @returns the offset of a place given by QuickJS. */
    offset(line: number, column: number): number {
      let offset = startOf(line)
      for (let i = 1; i < column && offset < text.length; i += 1) offset += text.codePointAt(offset)! > 0xffff ? 2 : 1
      return offset
    },
  }
}
