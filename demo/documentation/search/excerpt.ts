// Chooses the words of a part that show why it was found, and marks what matched.

import { termOf, tokens } from './words.ts'

/** A stretch of text. */
export interface Stretch {
  readonly text: string
  readonly isMatch: boolean
}

/** Characters of an excerpt: two lines of the dialog. */
const length = 150

/**
 * @param terms the stems that matched.
 * @returns the text in stretches, those with a matching word marked.
 */
export function marked(text: string, terms: ReadonlySet<string>): Stretch[] {
  const stretches: { text: string; isMatch: boolean }[] = []
  for (const piece of text.match(/[\p{L}\p{N}_$-]+|[^\p{L}\p{N}_$-]+/gu) ?? []) {
    const isMatch = matches(piece, terms)
    const last = stretches.at(-1)
    if (last?.isMatch === isMatch && !isMatch) last.text += piece
    else stretches.push({ text: piece, isMatch })
  }
  return stretches
}

/** @returns about two lines of the text, those with the most different matches, beginning with a whole word. */
export function excerptOf(text: string, terms: ReadonlySet<string>): string {
  if (text.length <= length) return text
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ index, found: foundIn(word, terms) }))
  const places = words.filter(({ found }) => found.length > 0)
  let best = { from: 0, count: 0 }
  for (const { index } of places) {
    const within = places.filter((place) => place.index >= index && place.index < index + length)
    const count = new Set(within.flatMap(({ found }) => found)).size
    if (count > best.count) best = { from: index, count }
  }
  // Where there is room, from the sentence's beginning.
  const sentence = text.lastIndexOf('. ', best.from) + 2
  const from = sentence < 2 ? 0 : sentence
  const start = best.from - from < length / 2 ? from : (words.findLast(({ index }) => index < best.from - 20)?.index ?? 0)
  const end = words.findLast(({ index }) => index <= start + length)?.index ?? text.length
  return `${start > 0 && start !== from ? '… ' : ''}${text.slice(start, start + length >= text.length ? text.length : end).trimEnd()}${start + length >= text.length ? '' : ' …'}`
}

const foundIn = (word: string, terms: ReadonlySet<string>): readonly string[] =>
  tokens(word).flatMap((token) => {
    const term = termOf(token)
    return term !== undefined && terms.has(term) ? [term] : []
  })

const matches = (word: string, terms: ReadonlySet<string>): boolean => foundIn(word, terms).length > 0
