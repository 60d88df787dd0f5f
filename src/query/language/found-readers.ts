// Finds the handlers that only read events, so that the host can leave out the parts they do not read.

import type { EventReader } from '../dialect/event-readers.ts'
import type { Handler, QueryDefinition } from './definition.ts'
import type { Primordials, SafeMap } from './primordials.ts'

/** A function that only reads members of the event, identified by its text. */
export type KnownReader = Pick<EventReader, 'text' | 'members'>

/** Handlers as indexes into the readers of the settings; -1 for a handler that may use the event in other ways. */
export interface FoundReaders {
  /** In the order of the sources' events. */
  readonly types: readonly number[]
  /** The handler of all other events; null where there is none. */
  readonly any: number | null
  /** Whether `$created` handlers get events as well. */
  readonly isCreatedHandled: boolean
  /** The members that lead from the event to the partition; null where `partitionBy` does more, or is absent. */
  readonly path: readonly string[] | null
}

/**
 * Runs inside the sandbox; refers to nothing outside itself.
 *
 * @param known the readers of the settings, by text.
 */
export function findReaders(
  p: Primordials,
  { any, created, handlers, sources }: QueryDefinition,
  known: SafeMap<string, { readonly place: number }>,
  path: readonly string[] | undefined,
): FoundReaders {
  const placeOf = (handler: Handler): number => {
    const reader = known.get(p.functionText(handler))
    return reader === undefined ? -1 : reader.place
  }

  const types = p.list<number>()
  for (let i = 0; i < sources.events.length; i += 1) types[i] = placeOf(handlers.get(sources.events[i]!)!)
  let names: string[] | null = null
  if (path !== undefined) {
    names = p.list<string>()
    for (let i = 0; i < path.length; i += 1) names[i] = path[i]!
  }
  return {
    __proto__: null,
    types,
    any: sources.allEvents && any !== undefined ? placeOf(any) : null,
    isCreatedHandled: created.length > 0,
    path: names,
  } as FoundReaders
}
