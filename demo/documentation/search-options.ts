// The indexed fields and their weights: the same when the index is built and when it is searched.

export interface SearchPart {
  readonly id: number
  /** From the root of the site. */
  readonly address: string
  readonly page: string
  readonly title: string
  readonly text: string
  readonly excerpt: string
}

export const searchOptions = {
  fields: ['title', 'page', 'text'],
  storeFields: ['address', 'page', 'title', 'excerpt'],
  // `store.onChange` is found by its parts, `storage-full` as a whole and by its parts.
  tokenize: (text: string): string[] => {
    const words = text.split(/[^\p{L}\p{N}_$-]+/u)
    return [...words, ...words.filter((word) => word.includes('-')).flatMap((word) => word.split('-'))].filter((word) => word !== '')
  },
  searchOptions: {
    boost: { title: 4, page: 2 },
    prefix: true,
    fuzzy: 0.15,
    combineWith: 'AND' as const,
    boostDocument: (_id: unknown, _word: string, stored?: Record<string, unknown>): number => weightOf(String(stored?.['address'])),
  },
}

/** Pages that explain come before those that list, and both before those that say how it was built. */
function weightOf(address: string): number {
  if (/^docs\/(?:decisions|architecture|performance|reliability)/.test(address)) return 0.3
  return /^docs\/(?:api|conformance|routes)/.test(address) ? 0.6 : 1
}
