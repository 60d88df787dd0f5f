// Builds the index that the search of the documentation loads: one entry for each part of a page.

import MiniSearch from 'minisearch'
import type { DocumentPage } from './documentation.ts'
import { indexOptions } from '../../demo/documentation/search/parts.ts'

/** Long tables of figures would fill the index with words that no reader looks for. */
const longest = 1500

/** @returns JSON. */
export function searchIndex(pages: readonly DocumentPage[]): string {
  const index = new MiniSearch(indexOptions)
  let id = 0
  for (const { page, rendered } of pages) {
    for (const { heading, text } of rendered.pieces) {
      const anchor = heading === undefined ? '' : `#${heading.id}`
      index.add({
        id: id++,
        address: `docs/${page.path}.html${anchor}`,
        page: rendered.title,
        title: heading?.text ?? rendered.title,
        text: text.replace(/\s+/g, ' ').slice(0, longest),
      })
    }
  }
  return JSON.stringify(index)
}
