// Finds the parts of pages that answer a question: the same options when the index is built and when it is searched.

import type { Options, QueryCombination, SearchResult } from 'minisearch'
import type MiniSearch from 'minisearch'
import { relativesOf, termOf, tokens } from './words.ts'

export interface SearchPart {
  readonly id: number
  /** From the root of the site. */
  readonly address: string
  readonly page: string
  readonly title: string
  readonly text: string
}

export type FoundPart = SearchResult & SearchPart

export const indexOptions: Options<SearchPart> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['address', 'page', 'title', 'text'],
  tokenize: tokens,
  processTerm: termOf,
}

/** @returns the best first. Not every word has to be there, but a part with more of them comes before one with fewer. */
export function findParts(index: MiniSearch<SearchPart>, question: string): FoundPart[] {
  const asked = termsOf(question)
  const meanings = asked.map((term) => new Set([term, ...relativesOf(term)]))
  const queries = meanings.flatMap((terms, at) => {
    const [own, ...others] = terms
    return [ownWord(index, own!, at === asked.length - 1), ...others.map(otherWord)]
  })
  const found = index.search(
    { combineWith: 'OR', queries },
    {
      boost: { title: 4, page: 1.5 },
      weights: { prefix: 0.5, fuzzy: 0.3 },
      boostDocument: (_id, _term, stored) => weightOf(String(stored?.['address'])),
    },
  )
  const scored = found.map((part) => {
    const matched = meanings.filter((terms) => part.queryTerms.some((term) => terms.has(term))).length
    return { ...(part as FoundPart), score: part.score * (matched / asked.length) ** 2 }
  })
  return scored.toSorted((one, other) => other.score - one.score)
}

const termsOf = (question: string): string[] => [...new Set(question.split(/\s+/).flatMap((word) => termOf(tokens(word)[0] ?? '') ?? []))]

/** A stem as it is. */
const exactly = (term: string): QueryCombination => ({ queries: [term], tokenize: (text) => [text], processTerm: (text) => text })

/** Only what is still being typed may be a beginning, and only a word that nobody wrote another spelling. */
function ownWord(index: MiniSearch<SearchPart>, term: string, isLast: boolean): QueryCombination {
  const isWritten = index.search(exactly(term), { prefix: isLast }).length > 0
  return { ...exactly(term), prefix: isLast, fuzzy: isWritten ? false : 0.25 }
}

/** A word in the reader's own spelling counts more than a relative of it. */
const otherWord = (term: string): QueryCombination => ({ ...exactly(term), boostTerm: () => 0.55 })

/** Pages that explain come before those that list, and both before those that say how it was built. */
function weightOf(address: string): number {
  if (/^docs\/(?:decisions|inside|architecture)/.test(address)) return 0.1
  if (/^docs\/(?:api|conformance|server\/(?:routes|control-routes|upgrading|statistics))/.test(address)) return 0.5
  // A page's beginning says what all of it is about.
  return (/^docs\/(?:start|guides)/.test(address) ? 1.3 : 1) * (address.includes('#') ? 1 : 1.4)
}
