// Decides the source of a definition: the log, the log by type, one stream, or several (projection-language §5.1).

import type { Sources } from '../../query/query.ts'

export type Source =
  | { readonly kind: 'log'; readonly includeLinks: boolean }
  /** `indexes` are the names in positions: the types, and `$deleted` where deletions are handled. */
  | { readonly kind: 'types'; readonly types: readonly string[]; readonly indexes: readonly string[] }
  /** `category` is set where the stream is the index of a category: only its links are delivered. */
  | { readonly kind: 'stream'; readonly stream: string; readonly category: string | null }
  | { readonly kind: 'streams'; readonly streams: readonly string[] }

const known = new WeakMap<Sources, Source>()

/**
 * Repeated names count once (projection-language §3.8).
 *
 * @param sources validated: they name exactly one kind of source. They never change: of a hundred thousand names each look takes its time.
 */
export function sourceOf(sources: Sources): Source {
  let source = known.get(sources)
  if (!source) known.set(sources, (source = decideSource(sources)))
  return source
}

function decideSource(sources: Sources): Source {
  if (sources.allStreams) return logSource(sources)
  const category = sources.categories[0]
  if (category !== undefined) return { kind: 'stream', stream: `$ce-${category}`, category }
  const streams = withoutRepeats(sources.streams)
  return streams.length === 1 ? { kind: 'stream', stream: streams[0]!, category: null } : { kind: 'streams', streams }
}

/** @returns the list itself where no name is repeated: it may have a hundred thousand. */
function withoutRepeats(names: readonly string[]): readonly string[] {
  const set = new Set(names)
  return set.size === names.length ? names : [...set]
}

function logSource({ allEvents, events, options }: Sources): Source {
  if (allEvents) return { kind: 'log', includeLinks: options.includeLinks }
  const types = withoutRepeats(events)
  return { kind: 'types', types, indexes: options.handlesDeletedNotifications ? [...types, '$deleted'] : types }
}

/** The streams that a projection reads; undefined if it reads the log. */
export const streamsOf = (source: Source): readonly string[] | undefined =>
  source.kind === 'stream' ? [source.stream] : source.kind === 'streams' ? source.streams : undefined

/** Lists may have a hundred thousand names; in a short one `indexOf` is as fast as a map. */
const shortList = 16

const indexes = new WeakMap<readonly string[], ReadonlyMap<string, number>>()

/** @param streams a list that never changes. @returns the index of the stream; -1 if the list does not have it. */
export function indexIn(streams: readonly string[], stream: string): number {
  if (streams.length <= shortList) return streams.indexOf(stream)
  let index = indexes.get(streams)
  if (!index) indexes.set(streams, (index = new Map(streams.map((name, place) => [name, place]))))
  return index.get(stream) ?? -1
}

/** Whether a query keeps a state per partition (projection-language §7). */
export const isPartitioned = (sources: Sources): boolean => sources.byStreams || sources.byCustomPartitions

/** Whether there is a state without a partition: shared, or the only one. */
export const hasRootState = (sources: Sources): boolean => !isPartitioned(sources) || sources.options.biState
