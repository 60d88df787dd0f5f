// The event of a subscription: as `read` gives it, with its place in the stream or log of the subscription.

import { printNumber } from '../../base/events/events.ts'
import { printUtcTime } from '../../base/time/moments.ts'
import { textOf } from '../../base/bytes.ts'
import type { ReadEvent } from '../../streams/streams.ts'
import type { EventOf } from '../typed-events.ts'
import { valueOf } from './values.ts'

/** Where a subscription found an event; to go on behind it, subscribe from one more. */
export interface EventPlacement {
  /** In the subscribed stream; where that holds a link, the number of the link. */
  readonly originalNumber: number
  /** In `$all`; where the subscribed stream holds a link, the position of the link. */
  readonly position: number
}

export type LiveEvent = EventOf & EventPlacement

/** @returns undefined for a link to an event that is hidden or missing: it has nothing to show. */
export function liveEvent(read: ReadEvent): LiveEvent | undefined {
  if (read.kind === 'broken') return undefined
  const { event } = read
  const original = read.kind === 'resolved' ? read.link : event
  const data = textOf(event.data)
  return {
    stream: event.stream,
    number: numberOf(event),
    id: event.id,
    type: event.type,
    data: event.isJson ? valueOf(data) : data || undefined,
    metadata: valueOf(textOf(event.metadata)),
    at: printUtcTime(original.created),
    originalNumber: numberOf(original),
    position: original.position,
  }
}

/** As clients read the number of a tombstone out of JSON. */
const numberOf = ({ number }: { readonly number: number }): number => Number(printNumber(number))
