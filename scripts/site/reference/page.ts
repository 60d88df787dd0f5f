// Writes the reference of an entry as Markdown.

import { format } from 'prettier'
import type { Entry, Export, ExportKind, Member } from './declarations.ts'
import type { DocComment, DocTag } from './doc-comment.ts'

const chapters: readonly (readonly [title: string, kind: ExportKind])[] = [
  ['Functions', 'function'],
  ['Constants', 'constant'],
  ['Classes', 'class'],
  ['Types', 'type'],
]

export interface EntryPage {
  /** E.g. `rillbox/browser`. */
  readonly name: string
  readonly entry: Entry
  /** The entries that this one includes, with the documents that describe them. */
  readonly includes: readonly { readonly name: string; readonly file: string }[]
}

export async function referencePage({ name, entry, includes }: EntryPage): Promise<string> {
  const { exports, about } = entry
  const included = includes.map(({ name: other, file }) => `It also exports everything of [\`${other}\`](${file}).`)
  const parts = chapters.map(async ([title, kind]) => {
    const own = exports.filter((each) => each.kind === kind).toSorted((one, other) => one.name.localeCompare(other.name))
    // Overloads stand together.
    const byName = [...Map.groupBy(own, (each) => each.name).values()]
    return own.length === 0 ? [] : [`## ${title}`, ...(await Promise.all(byName.map(exportParts))).flat()]
  })
  const text = [`# ${name}`, about, ...included, ...(await Promise.all(parts)).flat()]
  return `${text.filter((part) => part !== '').join('\n\n')}\n`
}

async function exportParts(overloads: readonly Export[]): Promise<string[]> {
  const parts = overloads.map(async ({ signature, comment, members }) => {
    const code = `\`\`\`ts\n${await signatureOf(signature, members)}\n\`\`\``
    return [comment.text, code, ...tagParts(comment), memberTable(members)]
  })
  return [`### ${overloads[0]!.name}`, ...(await Promise.all(parts)).flat()]
}

/** Members have a table of their own. */
async function signatureOf(signature: string, members: readonly Member[]): Promise<string> {
  const hasTable = isDescribed(members)
  const shown = hasTable ? signature.replace(/\{[\s\S]*\};?$/, '{}') : signature
  const formatted = await format(`declare ${shown}`, { parser: 'typescript', printWidth: 90, semi: false, singleQuote: true })
  const text = formatted.trim().replace(/^;?declare /, '')
  return hasTable ? text.replace(/\{\}$/, '{ … }') : text
}

const isDescribed = (members: readonly Member[]): boolean => members.some(({ comment }) => comment.text !== '')

const sentences: Readonly<Record<string, (text: string) => string>> = {
  param: (text) => text.replace(/^(\S+)\s*(?:- )?/, '- `$1`: '),
  typeParam: (text) => text.replace(/^(\S+)\s*(?:- )?/, '- `$1`: '),
  returns: (text) => `- Returns ${text}`,
  throws: (text) => `- Throws ${text}`,
  deprecated: (text) => `- Deprecated. ${text}`,
}

function tagParts({ tags }: DocComment): string[] {
  const list = tags.flatMap(({ name, text }) => sentences[name]?.(oneLine(text)) ?? [])
  const examples = tags.filter(({ name }) => name === 'example').map(({ text }) => text)
  return [list.join('\n'), ...examples]
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ')

function memberTable(members: readonly Member[]): string {
  if (!isDescribed(members)) return ''
  const rows = members.map(({ signature, comment }) => `| \`${cell(shortened(signature))}\` | ${cell(memberText(comment))} |`)
  return ['| Member | Meaning |', '| --- | --- |', ...rows].join('\n')
}

const shortened = (signature: string): string =>
  oneLine(signature)
    .replace(/^readonly /, '')
    .replace(/;(?= \})/g, '')

const cell = (text: string): string => oneLine(text).replaceAll('|', '\\|')

const memberText = ({ text, tags }: DocComment): string =>
  [listAsSentences(text), ...tags.flatMap((tag) => tagSentence(tag))].filter((part) => part !== '').join(' ')

/** A table's cell has no lists. */
const listAsSentences = (text: string): string => text.replace(/^- /gm, '').replace(/\n\n/g, ' ')

function tagSentence({ name, text }: DocTag): string {
  if (name === 'returns') return `Returns ${text}`
  if (name === 'throws') return `Throws ${text}`
  if (name === 'param') return text.replace(/^(\S+)/, '`$1`:')
  return ''
}
