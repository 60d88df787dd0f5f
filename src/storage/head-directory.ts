// Remembers which streams begin a record of heads, so that the record of a stream is found with one request.

/** Keys of the records of heads, in order; the first is always the empty text. */
export type HeadKeys = readonly string[]

/**
 * What a tab knows of the keys from its last transaction; it may be behind. Records are never joined and each says where it ends, so
 * whoever finds that a stream does not belong to the record it was sent to asks for all keys anew.
 */
export interface HeadDirectory {
  keys: HeadKeys
}

export const createHeadDirectory = (): HeadDirectory => ({ keys: noKeys })

export const noKeys: HeadKeys = ['']

/** @returns the key of the record that holds a stream. */
export const keyFor = (keys: HeadKeys, stream: string): string => keys[indexFor(keys, stream)]!

function indexFor(keys: HeadKeys, stream: string): number {
  let low = 0
  let high = keys.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (keys[middle]! <= stream) low = middle
    else high = middle
  }
  return low
}

/** Reading a record that nobody asked for costs less than a request of its own. */
const mostBetween = 2

/**
 * @param wanted any of the keys.
 * @returns the first and the last key of stretches that hold all of them, and little else.
 */
export function stretchesOf(keys: HeadKeys, wanted: readonly string[]): (readonly [first: string, last: string])[] {
  const stretches: [first: number, last: number][] = []
  for (const index of wanted.map((key) => indexFor(keys, key)).sort((a, b) => a - b)) {
    const stretch = stretches.at(-1)
    if (stretch && index - stretch[1] <= mostBetween + 1) stretch[1] = index
    else stretches.push([index, index])
  }
  return stretches.map(([first, last]) => [keys[first]!, keys[last]!] as const)
}

export const withKeys = (keys: HeadKeys, added: readonly string[]): HeadKeys =>
  added.length === 0 ? keys : [...new Set([...keys, ...added])].sort()

/** @param streams in order. @returns the keys of the records that hold them, each once. */
export function keysFor(keys: HeadKeys, streams: readonly string[]): string[] {
  const found: string[] = []
  for (let index = 0; index < streams.length;) {
    const place = indexFor(keys, streams[index]!)
    const next = keys[place + 1]
    found.push(keys[place]!)
    do index++
    while (index < streams.length && (next === undefined || streams[index]! < next))
  }
  return found
}
