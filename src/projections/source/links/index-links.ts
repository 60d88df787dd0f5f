// Derives the links of the indexes by category and by event type, for readers without the projections that write them.

import type { RecordedEvent } from '../../../base/events/events.ts'
import { isSystemStream, linkType } from '../../../streams/system.ts'

/** @returns the system projection that writes an index stream; undefined for other streams. */
export function indexProjectionOf(stream: string): '$by_category' | '$by_event_type' | undefined {
  if (stream.startsWith('$ce-')) return '$by_category'
  return stream.startsWith('$et-') ? '$by_event_type' : undefined
}

/** Whether the projection of the index stream links to the event (projections-http §12). */
export const isIndexedBy = (index: string, { stream, type }: RecordedEvent): boolean =>
  !isSystemStream(stream) && (index === `$ce-${categoryOf(stream)}` || (index === `$et-${type}` && type !== linkType))

const categoryOf = (stream: string): string | undefined => /^([^-]+)-/.exec(stream)?.[1]

/** The link to an event in an index stream, at the event's own position in the log. A link is passed on with its own target. */
export const indexLink = (target: RecordedEvent, index: string): RecordedEvent => ({
  ...target,
  id: '00000000-0000-4000-9000-000000000000',
  type: linkType,
  stream: index,
  isJson: false,
  data: target.type === linkType ? target.data : `${target.number}@${target.stream}`,
  metadata: JSON.stringify({ $c: target.position, $p: target.position, $o: target.stream }),
})
