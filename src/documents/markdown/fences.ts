// Finds the fenced blocks of a Markdown document, in lists and quotes too, and puts HTML in the place of some.

import MarkdownIt from 'markdown-it'
import type { Fence } from '../blocks/block.ts'
import type { PageElement } from '../html/tree.ts'
import { toHtml } from '../html/tree.ts'

// Blocks are enough: nothing is rendered, so no text is looked into.
const markdown = new MarkdownIt({ html: true }).disable('inline', true)

export const fencesOf = (text: string): Fence[] => placed(text).map(({ line, info, code }) => ({ line, info, code }))

interface PlacedFence extends Fence {
  /** The fences' own lines among them. */
  readonly lines: number
}

function placed(text: string): PlacedFence[] {
  return markdown
    .parse(withoutFrontMatter(text), {})
    .flatMap(({ type, info, content, map }) =>
      type === 'fence' && map ? [{ line: map[0] + 1, lines: map[1] - map[0], info: info.trim(), code: content }] : [],
    )
}

/** Blank lines in its place, so that lines keep their numbers. */
const withoutFrontMatter = (text: string): string =>
  text.replace(/^---\r?\n[^]*?\n---[ \t]*(?=\r?\n|$)/, (matter) => matter.replaceAll(/[^\n]/g, ''))

/**
 * @param elements by the lines of the fences whose places they take.
 * @returns Markdown with HTML in it, whose other lines keep their numbers; templates of Vue leave the HTML alone.
 */
export function withHtml(text: string, elements: ReadonlyMap<number, PageElement>): string {
  const lines = text.split('\n')
  for (const { line, lines: count } of placed(text)) {
    const element = elements.get(line)
    if (!element) continue
    const [before = ''] = /^.*?(?=`{3}|~{3})/.exec(lines[line - 1]!) ?? []
    const html = toHtml({ ...element, attributes: { ...element.attributes, 'v-pre': '' } })
    // A quote goes on, and the item of a list has begun.
    const blank = before.replaceAll(/[^>\s]/g, ' ').trimEnd()
    lines.splice(line - 1, count, before + html, ...Array.from({ length: count - 1 }, () => blank))
  }
  return lines.join('\n')
}
