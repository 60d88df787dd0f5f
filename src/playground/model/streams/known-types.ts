// Finds the event types of a stream with the data of the last event of each, to offer them in the append form.

import { streamPath } from '../../../base/paths.ts'
import type { Store } from '../../../engine/store.ts'
import { prettyJson } from '../../kit/json/pretty.ts'
import type { StreamFeed } from '../store/feed.ts'
import { readUnlogged } from '../store/unlogged-read.ts'

export interface KnownType {
  readonly type: string
  /** Last event of the type, as `3@cart-1`. */
  readonly event: string
  /** Its data, laid out for editing; undefined if they are not JSON. */
  readonly data: string | undefined
}

/** Events to look at: types of older ones are of little use. */
const mostEvents = 200

/**
 * @param stream the types of the whole store if it has no events.
 * @returns the type of the newest event first.
 */
export async function readKnownTypes(store: Store, stream: string): Promise<readonly KnownType[]> {
  const own = stream === '' ? [] : knownTypes(await lastEvents(store, streamPath(stream)))
  return own.length > 0 ? own : knownTypes(await lastEvents(store, '/streams/%24all'))
}

const lastEvents = async (store: Store, path: string): Promise<StreamFeed['entries']> =>
  (await readUnlogged<StreamFeed>(store, `${path}/head/backward/${mostEvents}?embed=tryharder`))?.entries ?? []

/** @param entries newest first. */
export function knownTypes(entries: StreamFeed['entries']): readonly KnownType[] {
  const known = new Map<string, KnownType>()
  for (const { eventType, eventNumber, streamId, data, isJson } of entries) {
    // System events and broken links.
    if (eventType === undefined || eventType.startsWith('$') || known.has(eventType)) continue
    known.set(eventType, {
      type: eventType,
      event: `${eventNumber}@${streamId}`,
      data: isJson && data ? prettyJson(data) : undefined,
    })
  }
  return [...known.values()]
}
