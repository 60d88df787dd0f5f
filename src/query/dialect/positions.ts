// Lines and columns: of offsets in a text, and back, with columns counted as QuickJS does or as editors do.

export interface Lines {
  /** Line and column from 1; columns count UTF-16 units, as editors do. */
  place(offset: number): { readonly line: number; readonly column: number }
  /** The same with columns by code points, as QuickJS counts. */
  enginePlace(offset: number): { readonly line: number; readonly column: number }
  /** @returns the offset of a place as QuickJS gives it. */
  offset(line: number, column: number): number
}

const lineBreak = /\r\n|[\r\n\u2028\u2029]/g

export function readLines(text: string): Lines {
  const starts = [0, ...Array.from(text.matchAll(lineBreak), (found) => found.index + found[0].length)]
  const lineOf = (offset: number): number => {
    const next = starts.findIndex((start) => start > offset)
    return next < 0 ? starts.length : next
  }
  const start = (line: number): number => starts[Math.min(line, starts.length) - 1]!
  return {
    place(offset) {
      const line = lineOf(offset)
      return { line, column: offset - start(line) + 1 }
    },
    enginePlace(offset) {
      const line = lineOf(offset)
      return { line, column: Array.from(text.slice(start(line), offset)).length + 1 }
    },
    offset(line, column) {
      let offset = start(line)
      for (let i = 1; i < column && offset < text.length; i += 1) offset += text.codePointAt(offset)! > 0xffff ? 2 : 1
      return offset
    },
  }
}
