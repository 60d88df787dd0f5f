// Decides which records of the log pass a filter (streams-http §13.4), and which no read ever lists.

import type { RecordedEvent } from '../../base/events/events.ts'

/** The filter of a read; `of` names the member of the stored event that it tests. */
export type LogFilter =
  | { readonly kind: 'no-system-types' }
  | { readonly kind: 'prefix'; readonly of: FilteredName; readonly prefixes: readonly string[] }
  | { readonly kind: 'regex'; readonly of: FilteredName; readonly pattern: RegExp }
  /** By names of streams. */
  | { readonly kind: 'set'; readonly streams: ReadonlySet<string> }

export type FilteredName = 'type' | 'stream'

/** Whether a record passes; without a filter every listed record does. */
export function passes(event: RecordedEvent, filter: LogFilter | undefined): boolean {
  if (isUnlisted(event.stream)) return false
  if (!filter) return true
  if (filter.kind === 'no-system-types') return event.type !== '' && !event.type.startsWith('$')
  if (filter.kind === 'set') return filter.streams.has(event.stream)
  const name = event[filter.of]
  if (filter.kind === 'regex') return filter.pattern.test(name)
  return filter.prefixes.length === 0 || filter.prefixes.some((prefix) => name.startsWith(prefix))
}

/** Streams that `$all` omits: housekeeping of the node, and of subscriptions to `$all` itself (streams-http §13.2). */
const unlisted = /^(?:\$epoch-information|\$persistentsubscription-\$all::.*-(?:checkpoint|parked))$/s

const isUnlisted = (stream: string): boolean => stream.startsWith('$') && unlisted.test(stream)
