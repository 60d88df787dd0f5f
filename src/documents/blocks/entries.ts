// Takes the lines of a section apart: entries with the indented lines that continue them, and the words that an entry begins with.

/** One entry of a section: a line, with those below it that are indented deeper. */
export interface SectionEntry {
  readonly text: string
  /** In the document, from 1. */
  readonly line: number
  readonly lines: number
}

/** @param firstLine of `lines` in the document. */
export function entriesOf(lines: readonly string[], firstLine: number): SectionEntry[] {
  const indentOf = (line: string) => /^\s*/.exec(line)![0].length
  const filled = lines.filter((line) => line.trim() !== '')
  const margin = Math.min(...filled.map(indentOf))
  const entries: { text: string; line: number; lines: number }[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const last = entries.at(-1)
    // A bracket that closes a value stands below its beginning.
    const continues = last && (indentOf(line) > margin || /^[\]}]/.test(line.trim()))
    if (continues) {
      last.text += `\n${line.slice(margin)}`
      last.lines = firstLine + index - last.line + 1
    } else entries.push({ text: line.slice(margin), line: firstLine + index, lines: 1 })
  }
  return entries
}

/** Takes the first word; a name with blanks stands in quotation marks, as in JSON. @returns the word, and what follows. */
export function takeWord(text: string): readonly [word: string, rest: string] {
  const [whole = '', quoted, plain = ''] = /^\s*(?:("(?:[^"\\]|\\.)*")(?=\s|$)|(\S+))?\s*/.exec(text)!
  const rest = text.slice(whole.length)
  return [quoted === undefined ? plain : ((valueIn(quoted)?.value as string | undefined) ?? quoted), rest]
}

/** @returns undefined for a text that is not JSON. */
export function valueIn(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
