// Keeps what a command has measured in e2e/soak/figures.json, and shows the short tables in docs/inside/reliability.md, between their markers.

import { readFileSync, writeFileSync } from 'node:fs'
import { format } from 'prettier'

const document = new URL('../../docs/inside/reliability.md', import.meta.url)
const data = new URL('../../e2e/soak/figures.json', import.meta.url)

/** A head and its rows; cells may hold Markdown. */
export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

/** The tables by name. */
export type Figures = Readonly<Record<string, Table>>

export const readFigures = (): Figures => JSON.parse(readFileSync(data, 'utf8')) as Figures

/**
 * Replaces one table.
 *
 * @param name of the table; in the document, where it has a place, `<!-- name -->` stands before it and `<!-- /name -->` behind it.
 */
export async function writeReliability(name: string, table: Table): Promise<void> {
  const figures = { ...readFigures(), [name]: table }
  writeFileSync(data, printFigures(figures))
  const text = readFileSync(document, 'utf8')
  if (hasPlace(text, name)) writeFileSync(document, await withTables(text, { [name]: table }))
}

/** The document with the tables in their places. */
export async function withTables(text: string, figures: Figures): Promise<string> {
  const shown = Object.entries(figures).filter(([name]) => hasPlace(text, name))
  const whole = shown.reduce((before, [name, table]) => replacePart(before, name, printTable(table)), text)
  return await format(whole, { parser: 'markdown', semi: false, singleQuote: true, printWidth: 140 })
}

const hasPlace = (text: string, name: string): boolean => text.includes(`<!-- ${name} -->`)

/** One row in a line, so that a diff shows which has changed. */
export function printFigures(figures: Figures): string {
  const tables = Object.entries(figures).map(([name, { head, rows }]) => {
    const lines = rows.map((row) => `      ${JSON.stringify(row)}`).join(',\n')
    return `  ${JSON.stringify(name)}: {\n    "head": ${JSON.stringify(head)},\n    "rows": [\n${lines}\n    ]\n  }`
  })
  return `{\n${tables.join(',\n')}\n}\n`
}

/** @throws Error if the text has no such markers. */
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
