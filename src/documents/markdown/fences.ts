// Finds the fenced blocks of a Markdown document, in lists and quotes too, with their lines.

import MarkdownIt from 'markdown-it'
import type { Fence } from '../blocks/block.ts'

// Blocks are enough: nothing is rendered, so no text is looked into.
const markdown = new MarkdownIt({ html: true }).disable('inline', true)

export function fencesOf(text: string): Fence[] {
  return markdown
    .parse(withoutFrontMatter(text), {})
    .flatMap(({ type, info, content, map }) => (type === 'fence' && map ? [{ line: map[0] + 1, info: info.trim(), code: content }] : []))
}

/** Blank lines in its place, so that lines keep their numbers. */
const withoutFrontMatter = (text: string): string =>
  text.replace(/^---\r?\n[^]*?\n---[ \t]*(?=\r?\n|$)/, (matter) => matter.replaceAll(/[^\n]/g, ''))
