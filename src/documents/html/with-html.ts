// Puts HTML in the place of fenced blocks of a Markdown document.

import { placedFences } from '../markdown/fences.ts'
import type { PageElement } from './tree.ts'
import { toHtml } from './tree.ts'

/**
 * @param elements by the lines of the fences whose places they take.
 * @returns Markdown with HTML in it, whose other lines keep their numbers; templates of Vue leave the HTML alone.
 */
export function withHtml(text: string, elements: ReadonlyMap<number, PageElement>): string {
  const lines = text.split('\n')
  for (const { line, lines: count } of placedFences(text)) {
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
