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
export function keyFor(keys: HeadKeys, stream: string): string {
  let low = 0
  let high = keys.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (keys[middle]! <= stream) low = middle
    else high = middle
  }
  return keys[low]!
}

export const withKeys = (keys: HeadKeys, added: readonly string[]): HeadKeys =>
  added.length === 0 ? keys : [...new Set([...keys, ...added])].sort()
