// Finds the explanation of the word at a place in a query: a function, a handler, a member of the event, or a field of its data.

import type { Tree } from './completion/completion-place.ts'
import { placeAt } from './completion/completion-place.ts'
import { offersAt } from './completion/completions.ts'
import type { TextRange } from '../panels/editor/fault-range.ts'
import type { StoreNames } from '../model/store/store-names.ts'

export interface WordHelp extends TextRange {
  readonly word: string
  /** Parameters or type. */
  readonly detail: string
  readonly explanation: string
}

/**
 * @param tree of the whole `text`.
 * @param at offset in the word, or at one of its ends.
 * @returns undefined for words that are not of the language.
 */
export function helpAt(tree: Tree, text: string, at: number, names: StoreNames): WordHelp | undefined {
  const from = at - /[\w$]*$/.exec(text.slice(0, at))![0].length
  const to = at + /^[\w$]*/.exec(text.slice(at))![0].length
  const word = text.slice(from, to)
  if (word === '') return undefined
  const place = placeAt(tree, text, to)
  // Names in quotes are the reader's own.
  if (!place || place.from !== from || ('quoted' in place && place.quoted)) return undefined
  const offers = offersAt(place.kind === 'handler' ? { ...place, given: [] } : place, names)
  const offer = offers.find(({ label, explanation }) => label === word && explanation !== undefined)
  return offer && { from, to, word, detail: offer.detail ?? '', explanation: offer.explanation! }
}
