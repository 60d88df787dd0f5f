// Packs a batch of events for the sandbox: columns, and the events' texts one after another as they are.

import { maxInt64, tombstoneNumber } from '../../base/events/events.ts'
import { Dictionary } from '../plan/dictionary.ts'
import type { EventColumns, NumberColumn } from '../language/run/event-batch.ts'
import type { Needs } from '../plan/needs.ts'
import { pruneBodies } from '../plan/pruned-bodies.ts'
import type { QueryEvent, Sources } from '../query.ts'

/** A batch as the sandbox takes it. */
export interface SentEvents {
  readonly count: number
  /** `EventColumns` as JSON. */
  readonly columns: string
  readonly text: string
}

/** In UTF-16 units: bodies become objects many times their size. */
const mostParsedAtOnce = 1_000_000

/**
 * Texts travel outside the JSON, so that a body that no handler reads is never escaped, parsed or cut out. A column with equal values
 * is one value.
 *
 * @param reads how many of the events each read of the source brought.
 */
export function packEvents(events: readonly QueryEvent[], reads: readonly number[], sources: Sources, needs: Needs): SentEvents {
  const count = events.length
  const pruned = needs.bodies && pruneBodies(events, needs.bodies)
  const types = dictionaryOf(events, ({ type }) => type)
  const streams = dictionaryOf(events, ({ stream }) => stream)
  const categories = dictionaryOf(events, ({ category }) => category)
  const partitions = partitionsOf(events, sources, pruned?.keys)
  const texts = new Texts()
  const beside = {
    ...texts.add('id', needs.id && events.map(({ id }) => id)),
    ...texts.add('metadata', needs.metadata && events.map(({ metadata }) => metadata)),
    ...texts.add('linkMetadata', needs.linkMetadata && events.map(({ linkMetadata }) => linkMetadata)),
  }
  const data = pruned?.texts ?? (needs.data && events.map((event) => event.data))
  const areAllJson = data !== false && count > 0 && events.every(({ isJson }, i) => isJson && data[i] !== null)
  const bodiesStart = texts.all.length
  const bodies = texts.add('data', data, areAllJson)
  const bodiesEnd = texts.all.length
  // The engine takes texts as C strings.
  const isInline = texts.all.includes('\0')
  const isParsable = areAllJson && bodiesEnd - bodiesStart <= mostParsedAtOnce
  const columns: EventColumns = {
    count,
    reads,
    types: types.values,
    streams: streams.values,
    partitions: partitions.values,
    categories: categories.values,
    type: column(types.indexes),
    stream: column(streams.indexes),
    partition: column(partitions.indexes),
    category: column(categories.indexes),
    number: column(events.map(numberFor)),
    ...createdColumn(events, needs.created),
    isJson: column(events.map(({ isJson, isPassedOver }) => (isJson ? (isPassedOver ? 2 : 1) : 0))),
    deleted: column(events.map(({ deleted }) => (deleted === undefined ? 0 : 1))),
    ...beside,
    ...bodies,
    isPlain: !/[\\\u2028\u2029]/.test(texts.all),
    bodiesStart: isParsable ? bodiesStart : 0,
    bodiesEnd: isParsable ? bodiesEnd : 0,
    inlineText: isInline ? texts.all : null,
  }
  return {
    count,
    columns: JSON.stringify(columns),
    text: isInline ? '' : texts.all,
  }
}

function dictionaryOf(events: readonly QueryEvent[], valueOf: (event: QueryEvent) => string | null): Dictionary {
  const values = new Dictionary()
  events.forEach((event, i) => values.set(i, valueOf(event)))
  return values
}

/** @param keys the partitions that were found in bodies; notifications of deleted streams have theirs from the reader. */
function partitionsOf(events: readonly QueryEvent[], sources: Sources, keys: Dictionary | undefined): Dictionary {
  if (!keys) return dictionaryOf(events, (event) => partitionOf(event, sources))
  events.forEach((event, i) => event.deleted !== undefined && keys.set(i, partitionOf(event, sources)))
  return keys
}

/** Joins texts, member by member. */
class Texts {
  all = ''

  /**
   * @param texts by event; false if the query does not need them: they then are null for all events.
   * @param isArray whether to join them to one JSON array.
   * @returns the places of the texts.
   */
  add<Member extends string>(member: Member, texts: readonly (string | null)[] | false, isArray = false) {
    const given = texts || []
    const starts: number[] = []
    const lengths: number[] = texts ? [] : [-1]
    const before = this.all.length
    let all = isArray ? '[' : ''
    for (let i = 0; i < given.length; i += 1) {
      const text = given[i]!
      if (isArray && i > 0) all += ','
      starts[i] = text === null ? 0 : before + all.length
      lengths[i] = text === null ? -1 : text.length
      if (text !== null) all += text
    }
    this.all += isArray ? `${all}]` : all
    const columns = { [`${member}Start`]: column(starts), [`${member}Length`]: column(lengths) }
    return columns as Record<`${Member}Start` | `${Member}Length`, NumberColumn>
  }
}

/** Small numbers, which are quick to parse. */
function createdColumn(events: readonly QueryEvent[], isNeeded: boolean): Pick<EventColumns, 'created' | 'createdFrom'> {
  const createdFrom = (isNeeded && events[0]?.record.created) || 0
  return { createdFrom, created: isNeeded ? column(events.map(({ record }) => record.created - createdFrom)) : 0 }
}

/** Scripts get the tombstone's number as a double. */
const numberFor = ({ number }: QueryEvent): number => (number === tombstoneNumber ? Number(maxInt64) : number)

const column = (values: readonly number[]): NumberColumn => (values.every((value) => value === values[0]) ? (values[0] ?? 0) : values)

/** @returns null if the query decides, or there is no partition (projection-language §7.1). */
function partitionOf(event: QueryEvent, { byCustomPartitions, byStreams }: Sources): string | null {
  if (byCustomPartitions && event.deleted === undefined) return null
  return event.partition ?? (byStreams && !byCustomPartitions ? streamOf(event) : null)
}

/** The partition of foreachStream where the reader gave none. */
function streamOf(event: QueryEvent): string | null {
  return originOf(event.linkMetadata) ?? event.stream?.replace(/^\$\$/, '') ?? null
}

function originOf(linkMetadata: string | null): string | undefined {
  if (linkMetadata === null) return undefined
  try {
    const { $o: origin } = JSON.parse(linkMetadata) as { $o?: unknown }
    return typeof origin === 'string' ? origin : undefined
  } catch {
    return undefined
  }
}
