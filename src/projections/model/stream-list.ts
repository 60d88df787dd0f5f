// Finds a stream in the list of a source, which may have a hundred thousand names.

/** In so short a list `indexOf` is as fast as a map. */
const shortList = 16

const indexes = new WeakMap<readonly string[], ReadonlyMap<string, number>>()

/** @param streams a list that never changes. @returns the index of the stream; -1 where the list does not have it. */
export function indexIn(streams: readonly string[], stream: string): number {
  if (streams.length <= shortList) return streams.indexOf(stream)
  return indexOf(streams).get(stream) ?? -1
}

function indexOf(streams: readonly string[]): ReadonlyMap<string, number> {
  const known = indexes.get(streams)
  if (known) return known
  const index = new Map<string, number>()
  for (const [place, stream] of streams.entries()) index.set(stream, place)
  indexes.set(streams, index)
  return index
}
