// Reads the events of a stream as samples, and appends generated ones with one request.

import { streamPath } from '../../../base/paths.ts'
import type { Release } from '../../../base/release/facts.ts'
import { vendorType } from '../../../base/release/spelling.ts'
import type { Store } from '../../../engine/store.ts'
import type { PlaygroundSession } from '../session.ts'
import type { Json } from '../steps/json-diff.ts'
import type { StreamFeed } from '../store/feed.ts'
import { readUnlogged } from '../store/unlogged-read.ts'
import type { Sample } from './generate.ts'
import { parsed } from '../../kit/json/parsed.ts'

/** The last events of the stream are samples enough. */
const mostSamples = 500

/** @returns oldest first, without system events and broken links. */
export async function readSamples(store: Store, stream: string): Promise<readonly Sample[]> {
  const feed = await readUnlogged<StreamFeed>(store, `${streamPath(stream)}/head/backward/${mostSamples}?embed=tryharder`)
  return samplesIn(feed?.entries ?? [])
}

/** @param entries newest first. */
export const samplesIn = (entries: StreamFeed['entries']): readonly Sample[] =>
  entries
    .flatMap(({ eventType, isJson, data }) =>
      eventType === undefined || eventType.startsWith('$')
        ? []
        : [{ type: eventType, data: isJson && data ? (parsed(data) as Json | undefined) : undefined }],
    )
    .toReversed()

/** Sends all events with one request, which the request panel shows. */
export function appendGenerated(
  session: PlaygroundSession,
  stream: string,
  events: readonly Sample[],
  release: Release,
): Promise<Response> {
  const body = events.map(({ type, data }) => ({ eventId: crypto.randomUUID(), eventType: type, ...(data !== undefined && { data }) }))
  const headers = { 'Content-Type': vendorType(release, 'events') }
  return session.send('POST', streamPath(stream), { headers, body: JSON.stringify(body) })
}
