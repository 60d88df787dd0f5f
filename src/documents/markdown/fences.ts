// Finds the fenced blocks of a Markdown document, in lists and quotes too.

import MarkdownIt from 'markdown-it'
import type { Fence } from '../blocks/block.ts'

// Blocks are enough: nothing is rendered, so no text is looked into.
const markdown = new MarkdownIt({ html: true }).disable('inline', true)

export const fencesOf = (text: string): Fence[] => placedFences(text).map(({ line, info, code }) => ({ line, info, code }))

export interface PlacedFence extends Fence {
  /** The fences' own lines among them. */
  readonly lines: number
}

export function placedFences(text: string): PlacedFence[] {
  return markdown
    .parse(withoutFrontMatter(text), {})
    .flatMap(({ type, info, content, map }) =>
      type === 'fence' && map ? [{ line: map[0] + 1, lines: map[1] - map[0], info: info.trim(), code: content }] : [],
    )
}

/** Blank lines in its place, so that lines keep their numbers. */
const withoutFrontMatter = (text: string): string =>
  text.replace(/^---\r?\n[^]*?\n---[ \t]*(?=\r?\n|$)/, (matter) => matter.replaceAll(/[^\n]/g, ''))
