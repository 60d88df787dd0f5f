// Finds fences that HTML makes text of: in Markdown a tag such as `details` goes on until a blank line.

import type { Fence } from './block.ts'

/** @param firstLine of the HTML in the document. Comments, scripts and the like are meant to hide. */
export const hiddenFences = (html: string, firstLine: number): Fence[] =>
  /^\s*<(?:[!?]|script|style|pre|textarea)/i.test(html)
    ? []
    : html.split('\n').flatMap((text, index): Fence[] => {
        const info = /^\s*(?:`{3,}|~{3,})\s*(\S[^`]*)$/.exec(text)?.[1]
        return info === undefined ? [] : [{ line: firstLine + index, info: info.trim(), code: '', flaw: 'in-html' }]
      })
