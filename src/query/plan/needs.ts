// Decides which parts of events a query receives, from the parts that its handlers can see.

import type { BodyRead } from './body-reads.ts'
import type { FoundReaders } from './guest/findings.ts'
import type { Sources } from '../query.ts'
import type { Plan } from './plan.ts'

/** The texts that some handler may read. */
export interface Needs {
  readonly id: boolean
  readonly created: boolean
  readonly data: boolean
  readonly metadata: boolean
  readonly linkMetadata: boolean
  /** The parts of bodies that are read; undefined if nothing is read, or whole data are needed. */
  readonly bodies: BodyNeeds | undefined
}

/** Undefined for types of which nothing is read, or which have no handler. */
export interface BodyNeeds {
  /** The members that lead to the partition, where `partitionBy` only reads them; it is called only where they hold no plain name. */
  readonly path: readonly string[] | undefined
  /** By type. With a path, a handler that reads nothing has an entry without members. */
  readonly types: ReadonlyMap<string | null, BodyRead | undefined>
  /** For all other types. */
  readonly others: BodyRead | undefined
}

export const everything: Needs = { id: true, created: true, data: true, metadata: true, linkMetadata: true, bodies: undefined }

/** @param found the handlers among the plan's readers. */
export function needsOf(plan: Plan, { types, any, isCreatedHandled, path }: FoundReaders, sources: Sources): Needs {
  const { eventReaders: readers } = plan
  const handlers = any === null ? types : [...types, any]
  if (plan.mayRegisterLate || plan.mayHideMembers) return everything
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
  // The body of an event without a handler becomes the state.
  const data = members.has('bodyRaw') || reads.includes(true) || (sources.allEvents && any === null)
  return {
    id: members.has('eventId'),
    created: members.has('created'),
    data,
    metadata: members.has('metadata') || members.has('metadataRaw'),
    linkMetadata: members.has('linkMetadata') || members.has('linkMetadataRaw'),
    bodies: data || reads.every((read) => read === undefined) ? undefined : bodies,
  }
}

const isInBody = ([member]: readonly string[]): boolean => member === 'data' || member === 'body'

/** Presence shows only in the value, so it counts as the whole value. */
function settled(read: BodyRead | undefined): BodyRead | undefined {
  if (read === undefined || read === true) return read
  if ('items' in read) return { items: settled(read.items)! }
  const members = Object.entries(read.members)
  return members.length === 0 ? true : { members: Object.fromEntries(members.map(([name, part]) => [name, settled(part)!])) }
}
