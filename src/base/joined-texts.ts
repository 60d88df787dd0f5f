// Joins texts that are stored together into one, and hands them out again one by one (docs/performance.md).

/**
 * Databases take and give one long text many times as fast as a list of short ones, and cutting a piece out of it copies nothing.
 */
export interface JoinedTexts {
  readonly joined: string
  /** In UTF-16 units: of each, or of all where they are equally long. */
  readonly lengths: number | readonly number[]
}

export function joinTexts(texts: readonly string[]): JoinedTexts {
  const lengths = texts.map(({ length }) => length)
  const [first] = lengths
  return { joined: texts.join(''), lengths: first !== undefined && lengths.every((length) => length === first) ? first : lengths }
}

/** @returns a function that gives the next text at each call, from the first one on. */
export function textsReader({ joined, lengths }: JoinedTexts): () => string {
  let index = 0
  let at = 0
  return () => {
    const start = at
    at += typeof lengths === 'number' ? lengths : lengths[index++]!
    return joined.slice(start, at)
  }
}
