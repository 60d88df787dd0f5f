// Finds a stream in the list of a source, which positions share; a list may have a hundred thousand names.

/** In so short a list looking from its beginning is as fast as anything. */
const shortList = 16

const indexes = new WeakMap<readonly string[], ReadonlyMap<string, number>>()

/** @returns where a stream stands in a list that never changes; -1 where it does not. */
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
