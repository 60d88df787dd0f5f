// Decides which system projections a query depends on, from what it reads.

import { isEngineV2 } from '../../projections/model/definition/definition.ts'
import type { Definition } from '../../projections/model/definition/definition.ts'

/** Streams that a system projection writes, by how their names begin. */
const writers: readonly (readonly [prefix: string, projection: string])[] = [
  ['$ce-', '$by_category'],
  ['$et', '$by_event_type'],
  ['$bc-', '$by_correlation_id'],
  ['$category-', '$stream_by_category'],
  ['$streams', '$streams'],
]

/** @param definition undefined, or without sources, where the query could not be read. */
export function neededProjections(definition: Pick<Definition, 'sources' | 'engineVersion' | 'mode'> | undefined): readonly string[] {
  const { sources } = definition ?? {}
  if (!sources) return []
  // The second engine finds the streams of one category by their names.
  const categories = isEngineV2(definition!) ? [] : sources.categories
  const streams = [...categories.map((category) => `$ce-${category}`), ...sources.streams]
  const needed = streams.flatMap((stream) => writers.filter(([prefix]) => stream.startsWith(prefix)).map(([, projection]) => projection))
  // Reading several event types goes over their index, where that is complete (projection-language §5.2).
  return [...new Set(needed)]
}
