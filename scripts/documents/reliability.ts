// Puts what a command has measured into docs/inside/reliability.md, between the markers of its table.

import { readFileSync, writeFileSync } from 'node:fs'
import { format } from 'prettier'

const target = new URL('../../docs/inside/reliability.md', import.meta.url)

/** A head and its rows; cells may hold Markdown. */
export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

/**
 * Replaces one table of docs/inside/reliability.md.
 *
 * @param name as the markers have it: `<!-- name -->` before the table and `<!-- /name -->` behind it.
 * @param note a sentence in front of the table: the machine, the seed.
 * @throws Error where the document has no such markers.
 */
export async function writeReliability(name: string, table: Table, note = ''): Promise<void> {
  const text = replacePart(readFileSync(target, 'utf8'), name, [note, printTable(table)].filter(Boolean).join('\n\n'))
  writeFileSync(target, await format(text, { parser: 'markdown', semi: false, singleQuote: true, printWidth: 140 }))
}

/** @throws Error where the text has no such markers. */
export function replacePart(text: string, name: string, part: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The document has no place for "${name}".`)
  return `${text.slice(0, from)}${begin}\n\n${part}\n\n${text.slice(to)}`
}

export function printTable({ head, rows }: Table): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.map((cell) => escapeCell(String(cell))).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A bar would end the cell, also inside of code. */
const escapeCell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')
