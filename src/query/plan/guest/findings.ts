// Tells the host the plan's readers in this query, so that it can leave out the parts of events that none of them reads.
//
// Replaces whole events: a batch then holds only the texts, and the parts of bodies, that some handler can see. Applies where every handler
// is one of the readers that the host found in the query's text, and `partitionBy` only reads a member, if there is one: the host then
// reads the names of partitions itself. Light events and pruned bodies rest on it.

import type { Handler } from '../../language/define/definition.ts'
import { definition, sources } from '../../language/define/definition.ts'
import { dictionary, expression, functionText, list, setPrototypeOf, split } from '../../language/primordials.ts'
import type { KnownReader } from '../../language/settings.ts'
import { settings } from '../../language/settings.ts'

/** Handlers as indexes into the readers of the settings; -1 for a handler that may use the event in other ways. */
export interface FoundReaders {
  /** In the order of the sources' events. */
  readonly types: readonly number[]
  /** The handler of all other events; null if there is none. */
  readonly any: number | null
  /** Whether `$created` handlers get events as well. */
  readonly isCreatedHandled: boolean
  /** The members that lead from the event to the partition; null if `partitionBy` does more, or is absent. */
  readonly path: readonly string[] | null
}

interface PlacedReader extends KnownReader {
  readonly place: number
}

let readers: Record<string, PlacedReader | undefined> | undefined

function knownReaders(): Record<string, PlacedReader | undefined> {
  const known = dictionary<PlacedReader>()
  const { eventReaders } = settings
  for (let i = 0; i < eventReaders.length; i += 1) known[eventReaders[i]!.text] = { ...eventReaders[i]!, place: i }
  return known
}

/** @returns the reader that the handler is; undefined if it may use events in other ways. */
export const readerOf = (handler: Handler): PlacedReader | undefined => (readers ??= knownReaders())[functionText(handler)]

const placeOf = (handler: Handler): number => readerOf(handler)?.place ?? -1

const onlyReads = expression(
  /^(?:function\s*[\w$]*\s*\(\s*([\w$]+)\s*\)\s*\{\s*return\s+\1|\(?\s*([\w$]+)\s*\)?\s*=>\s*(?:\{\s*return\s+)?\2)\.((?:data|body)(?:\.[\w$]+)+|streamId|eventType)\s*;?\s*\}?$/,
)

/** The members that `partitionBy` reads where it does nothing else, as `e => e.data.customer`. */
function partitionPath(): readonly string[] | null {
  const { partitionBy } = definition
  if (partitionBy === undefined || settings.mayHideMembers) return null
  const found = onlyReads.exec(functionText(partitionBy))
  if (found === null) return null
  const path = split(found[3]!, '.')
  setPrototypeOf(path, null)
  return path
}

export function findings(): FoundReaders {
  const { any, created, handlers } = definition
  const types = list<number>()
  for (let i = 0; i < sources.events.length; i += 1) types[i] = placeOf(handlers[sources.events[i]!]!)
  return {
    __proto__: null,
    types,
    any: sources.allEvents && any !== undefined ? placeOf(any) : null,
    isCreatedHandled: created.length > 0,
    path: partitionPath(),
  } as FoundReaders
}
