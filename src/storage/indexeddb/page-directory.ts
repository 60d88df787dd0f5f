// Remembers which names begin a page, so that the page of a name is found with one request.

/** Keys of the pages, in order; the first is always the empty text. */
export type PageKeys = readonly string[]

/**
 * What a tab knows of the keys from its last transaction; it may be behind. Pages are never joined and each says where it ends, so
 * a name that does not belong to the page it was sent to is reason to ask for all keys anew.
 */
export interface PageDirectory {
  keys: PageKeys
}

export const createPageDirectory = (): PageDirectory => ({ keys: noKeys })

export const noKeys: PageKeys = ['']

/** @returns the key of the page that holds a name. */
export const keyFor = (keys: PageKeys, name: string): string => keys[indexFor(keys, name)]!

function indexFor(keys: PageKeys, name: string): number {
  let low = 0
  let high = keys.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (keys[middle]! <= name) low = middle
    else high = middle
  }
  return low
}

/** Reading a page that was not asked for costs less than a request of its own. */
const mostBetween = 2

/**
 * @param wanted any of the keys.
 * @returns the first and the last key of stretches that hold all of them, and little else.
 */
export function stretchesOf(keys: PageKeys, wanted: readonly string[]): (readonly [first: string, last: string])[] {
  const stretches: [first: number, last: number][] = []
  for (const index of wanted.map((key) => indexFor(keys, key)).sort((a, b) => a - b)) {
    const stretch = stretches.at(-1)
    if (stretch && index - stretch[1] <= mostBetween + 1) stretch[1] = index
    else stretches.push([index, index])
  }
  return stretches.map(([first, last]) => [keys[first]!, keys[last]!] as const)
}

export const withKeys = (keys: PageKeys, added: readonly string[]): PageKeys =>
  added.length === 0 ? keys : [...new Set([...keys, ...added])].sort()
