// Filters and delivers records as Engine V2 does: by streams or types, links resolved (26 §7.4).

import type { RecordedEvent } from '../../base/events/events.ts'
import { contentOf } from '../../base/events/events.ts'
import type { QueryEvent, Sources } from '../../query/query.ts'
import { linkType, metadataType, tombstoneType } from '../../streams/system.ts'
import { textOf } from '../../base/bytes.ts'
import { indexIn } from '../model/source.ts'
import { deletionIn, notificationOf } from '../source/delivery.ts'
import type { Resolution } from '../source/delivery.ts'

/** A record that passes the filter. */
export interface PassedRecord {
  readonly record: RecordedEvent
  /** The target of a link, or the record itself; undefined for a link without a target. */
  readonly event: RecordedEvent | undefined
  /** Undefined where the query gets nothing for it. */
  readonly delivered: QueryEvent | undefined
  /** Of the event, or the link without one: what counts for checkpoints. */
  readonly bytes: number
  /** Whether checkpoints count the record: they do not know of system events. */
  readonly counts: boolean
}

/** What reading needs to know of the query. */
export type FilteredSources = Pick<
  Sources,
  'allStreams' | 'categories' | 'streams' | 'allEvents' | 'events' | 'byStreams' | 'byCustomPartitions'
> & {
  readonly options: Pick<Sources['options'], 'handlesDeletedNotifications'>
}

/** The filter of the read, which sees links and not their targets; the beginnings of types are compared. */
export function passes({ stream, type }: RecordedEvent, { allStreams, streams, categories, events, options }: FilteredSources): boolean {
  if (!allStreams)
    return streams.length > 0 ? indexIn(streams, stream) >= 0 : categories.some((category) => stream.startsWith(`${category}-`))
  if (events.length === 0) return true
  const isDeletion = options.handlesDeletedNotifications && (type.startsWith(tombstoneType) || type.startsWith(metadataType))
  return isDeletion || events.some((prefix) => type.startsWith(prefix))
}

/** @param resolution of a link. */
export function passedRecord(record: RecordedEvent, resolution: Resolution | undefined, sources: FilteredSources): PassedRecord {
  const event = record.type !== linkType ? record : resolution?.kind === 'event' ? resolution.event : undefined
  const passed = { record, event, delivered: undefined, bytes: contentOf(event ?? record), counts: true }
  if (!event) return passed
  const isSystem = event.type.startsWith('$')
  const delivered = isSystem ? deletionOf(record, event, sources) : eventOf(record, event, sources)
  return { ...passed, delivered, counts: !isSystem || delivered !== undefined }
}

function deletionOf(record: RecordedEvent, event: RecordedEvent, { options }: FilteredSources): QueryEvent | undefined {
  const deletion = options.handlesDeletedNotifications ? deletionIn(event) : undefined
  return deletion && notificationOf(record, deletion)
}

function eventOf(record: RecordedEvent, event: RecordedEvent, sources: FilteredSources): QueryEvent | undefined {
  const { id, type, stream, number, isJson } = event
  const data = textOrNull(event.data)
  if (!sources.allEvents && !sources.events.includes(type)) return undefined
  const isByStream = sources.byStreams && !sources.byCustomPartitions
  return {
    id,
    type,
    stream,
    number,
    isJson,
    ...(isJson && isBlank(data) && { isPassedOver: true }),
    data,
    metadata: textOrNull(event.metadata),
    linkMetadata: null,
    category: null,
    record,
    ...(isByStream && { partition: stream }),
  }
}

/** White space as .NET defines it. */
const isBlank = (data: string | null): boolean =>
  data === null || /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/.test(data)

const textOrNull = (data: string | Uint8Array): string | null => (data.length === 0 ? null : textOf(data))
