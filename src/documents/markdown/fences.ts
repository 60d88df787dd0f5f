// Finds the fenced blocks of a Markdown document, in lists and quotes too, and those that HTML around them hides.

import MarkdownIt from 'markdown-it'
import type { Fence } from '../blocks/block.ts'
import { hiddenFences } from '../blocks/hidden-fences.ts'

// Blocks are enough: nothing is rendered, so no text is looked into.
const markdown = new MarkdownIt({ html: true }).disable('inline', true)
// MDX reads the lines between two JSX tags as Markdown; as HTML they would belong to the tags.
const mdx = new MarkdownIt({ html: false }).disable('inline', true)

/** @param path of the document: one that ends with `.mdx` is read as MDX. */
export const fencesOf = (text: string, path = ''): Fence[] => placedFences(text, path).map(({ lines: _lines, ...fence }) => fence)

export interface PlacedFence extends Fence {
  /** The fences' own lines among them. */
  readonly lines: number
}

export function placedFences(text: string, path = ''): PlacedFence[] {
  const isMdx = path.endsWith('.mdx')
  const given = text.replace(/^\ufeff/, '')
  const tokens = (isMdx ? mdx : markdown).parse(withoutFrontMatter(isMdx ? withoutIndentation(given) : given), {})
  return tokens.flatMap(({ type, info, content, map }) => {
    if (!map) return []
    if (type === 'html_block') return hiddenFences(content, map[0] + 1).map((fence) => ({ ...fence, lines: 1 }))
    if (type !== 'fence') return []
    const lines = map[1] - map[0]
    const isEnded = lines === content.split('\n').length + 1
    return [{ line: map[0] + 1, lines, info: info.trim(), code: content, ...(!isEnded && { flaw: 'unended' as const }) }]
  })
}

/** Blank lines in its place, so that lines keep their numbers. */
const withoutFrontMatter = (text: string): string =>
  text.replace(/^---\r?\n[^]*?\n---[ \t]*(?=\r?\n|$)/, (matter) => matter.replaceAll(/[^\n]/g, ''))

/** In MDX a fence may be indented as deep as the tags around it; CommonMark takes a deep one for code. */
const withoutIndentation = (text: string): string =>
  text.replaceAll(/^(?: {4}|\t)[ \t]*(`{3,}|~{3,}).*\n[^]*?^[ \t]*\1[ \t]*\r?$/gm, (block) => {
    const [indent] = /^[ \t]*/.exec(block)!
    return block.replaceAll(/^[ \t]*/gm, (own) => (own.startsWith(indent) ? own.slice(indent.length) : ''))
  })
