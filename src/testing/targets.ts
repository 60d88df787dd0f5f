// Follows links among given events, as a store does that holds them and nothing else.

import type { RecordedEvent } from '../base/events/events.ts'
import type { Resolution } from '../projections/source/delivery.ts'
import { linkTarget } from '../streams/read/link-target.ts'

/** @returns a function that tells where an event leads; it is no link, or is not to be followed, where that is `none`. */
export function createTargets(records: readonly RecordedEvent[]): (record: RecordedEvent) => Resolution {
  let byStream: ReadonlyMap<string, readonly RecordedEvent[]> | undefined
  return (record) => {
    const target = linkTarget(record)
    if (target.kind === 'no-link') return { kind: 'none' }
    if (target.kind === 'number-only' || target.stream === '' || target.number < -1n) return { kind: 'event-gone' }
    const { stream, number } = target
    const events = (byStream ??= Map.groupBy(records, (each) => each.stream)).get(stream)
    if (!events) return { kind: 'stream-gone', stream }
    const event = events.at(number > events.length ? events.length : Number(number))
    return event ? { kind: 'event', event } : { kind: 'event-gone' }
  }
}
