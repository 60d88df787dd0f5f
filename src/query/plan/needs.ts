// Decides which parts of events a query is handed, from what its handlers can see of them.

import type { BodyRead } from './body-reads.ts'
import type { EventReader } from '../dialect/event-readers.ts'
import type { FoundReaders } from '../language/found-readers.ts'
import type { Sources } from '../query.ts'

/** Texts that anybody may read. */
export interface Needs {
  readonly id: boolean
  readonly data: boolean
  readonly metadata: boolean
  readonly linkMetadata: boolean
  /** What is read of bodies; undefined where nothing is, or everything may be. */
  readonly bodies: BodyNeeds | undefined
}

/** Undefined: nothing is read, or nobody handles them. */
export interface BodyNeeds {
  /** The members that lead to the partition, where `partitionBy` does nothing but read them: it is asked only where that is no plain name. */
  readonly path: readonly string[] | undefined
  /** By type. Where there is a path, whoever reads nothing reads no members. */
  readonly types: ReadonlyMap<string | null, BodyRead | undefined>
  /** Of all other types. */
  readonly others: BodyRead | undefined
}

export const everything: Needs = { id: true, data: true, metadata: true, linkMetadata: true, bodies: undefined }

/** @param readers what `found` refers to. */
export function needsOf({ types, any, isCreatedHandled, path }: FoundReaders, readers: readonly EventReader[], sources: Sources): Needs {
  const handlers = any === null ? types : [...types, any]
  if (isCreatedHandled || handlers.includes(-1) || (sources.byCustomPartitions && path === null)) return everything
  const members = new Set(handlers.flatMap((place) => readers[place]!.members))
  const toPartition = path === null || !isInBody(path) ? undefined : path.slice(1)
  const readBy = (place: number): BodyRead | undefined => settled(readers[place]!.body) ?? (toPartition && { members: {} })
  const bodies = {
    path: toPartition,
    types: new Map(sources.events.map((type, i) => [type, readBy(types[i]!)])),
    others: any === null ? undefined : readBy(any),
  }
  const reads = [bodies.others, ...bodies.types.values()]
  return {
    id: members.has('eventId'),
    // The body of an event that nobody handles becomes the state.
    data: members.has('bodyRaw') || reads.includes(true) || (sources.allEvents && any === null),
    metadata: members.has('metadata') || members.has('metadataRaw'),
    linkMetadata: members.has('linkMetadata') || members.has('linkMetadataRaw'),
    bodies: reads.includes(true) || reads.every((read) => read === undefined) ? undefined : bodies,
  }
}

const isInBody = ([member]: readonly string[]): boolean => member === 'data' || member === 'body'

/** Whether something is there shows in the value only. */
function settled(read: BodyRead | undefined): BodyRead | undefined {
  if (read === undefined || read === true) return read
  if ('items' in read) return { items: settled(read.items)! }
  const members = Object.entries(read.members)
  return members.length === 0 ? true : { members: Object.fromEntries(members.map(([name, part]) => [name, settled(part)!])) }
}
