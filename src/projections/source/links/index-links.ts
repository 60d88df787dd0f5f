// Derives the records of the indexes that system projections write, for readers without those projections (projections-http §12).

import type { RecordedEvent } from '../../../base/events/events.ts'
import { maxInt64 } from '../../../base/events/events.ts'
import { isRecord } from '../../../base/platform/realms.ts'
import { textOf } from '../../../base/bytes.ts'
import { isSystemStream, linkType } from '../../../streams/system.ts'
import { deletionIn } from '../delivery.ts'

/** What a projection writes for an event. */
interface Entry {
  /** The name of the index, behind its beginning. */
  readonly name: string
  readonly type: string
  readonly data: string
  /** The members that the projection adds to the position. */
  readonly metadata?: object
}

interface Index {
  readonly projection: string
  /** With which its streams begin. */
  readonly beginning: string
  readonly entryOf: (event: RecordedEvent) => Entry | undefined
}

const indexes: readonly Index[] = [
  { projection: '$by_category', beginning: '$ce-', entryOf: byCategory },
  { projection: '$by_event_type', beginning: '$et-', entryOf: byType },
  { projection: '$by_correlation_id', beginning: '$bc-', entryOf: byCorrelation },
  { projection: '$stream_by_category', beginning: '$category-', entryOf: categoryOfStream },
  { projection: '$streams', beginning: '$streams', entryOf: listed },
]

const indexFor = (stream: string): Index | undefined =>
  indexes.find(({ beginning }) => (beginning.endsWith('-') ? stream.startsWith(beginning) : stream === beginning))

/** @returns the system projection that writes an index stream; undefined for other streams. */
export const indexProjectionOf = (stream: string): string | undefined => indexFor(stream)?.projection

/** @returns the record of an index stream for the event, at the event's own position in the log; undefined where it has none. */
export function indexRecord(stream: string, event: RecordedEvent): RecordedEvent | undefined {
  const index = indexFor(stream)
  const entry = index?.entryOf(event)
  if (!index || !entry || index.beginning + entry.name !== stream) return undefined
  const { type, data, metadata } = entry
  const position = type === linkType ? { $c: event.position, $p: event.position } : {}
  return {
    ...event,
    id: '00000000-0000-4000-9000-000000000000',
    type,
    stream,
    isJson: false,
    data,
    metadata: JSON.stringify({ ...position, ...metadata }),
  }
}

/** A link is passed on with its own target, and a deletion of a stream is one of its category. */
function byCategory(event: RecordedEvent): Entry | undefined {
  const deletion = deletionIn(event)
  const origin = deletion?.stream ?? event.stream
  const name = categoryOf(origin)
  const number = deletion?.kind === 'hard' ? maxInt64 : event.number
  const data = event.type === linkType ? textOf(event.data) : `${number}@${event.stream}`
  return name === undefined ? undefined : { name, type: linkType, data, metadata: { $o: origin, ...(deletion && { $deleted: -1 }) } }
}

function byType(event: RecordedEvent): Entry | undefined {
  if (event.type === linkType || isSystemStream(event.stream) || deletionIn(event)) return undefined
  return { name: event.type, type: linkType, data: linkData(event) }
}

function byCorrelation(event: RecordedEvent): Entry | undefined {
  if (event.type === linkType || isSystemStream(event.stream)) return undefined
  const id = correlationOf(textOf(event.metadata))
  return id === undefined ? undefined : { name: id, type: linkType, data: linkData(event) }
}

/** The first record of a stream lists it, even a link. */
function listed(event: RecordedEvent): Entry | undefined {
  return event.number === 0 && !isSystemStream(event.stream) ? { name: '', type: linkType, data: linkData(event) } : undefined
}

function categoryOfStream({ number, stream }: RecordedEvent): Entry | undefined {
  const name = number === 0 ? categoryOf(stream) : undefined
  return name === undefined ? undefined : { name, type: '$@', data: stream }
}

const linkData = ({ number, stream }: RecordedEvent): string => `${number}@${stream}`

const categoryOf = (stream: string): string | undefined => (isSystemStream(stream) ? undefined : /^([^-]+)-/.exec(stream)?.[1])

/** The server writes booleans as `True` and `False`. */
function correlationOf(metadata: string): string | undefined {
  if (!metadata.includes('$correlationId')) return undefined
  let read: unknown
  try {
    read = JSON.parse(metadata)
  } catch {
    return undefined
  }
  const id = isRecord(read) && Object.hasOwn(read, '$correlationId') ? read.$correlationId : undefined
  if (typeof id === 'boolean') return id ? 'True' : 'False'
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}
