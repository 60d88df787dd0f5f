// Reads pages and single events for the stream browser, without entries in the request log.

import { streamPath } from '../../../base/paths.ts'
import type { Store } from '../../../engine/store.ts'
import type { StreamFeed, StreamFeedEntry } from '../store/feed.ts'
import { unlessClosed } from '../store/unless-closed.ts'
import { addressOf } from '../store/store-address.ts'
import type { EventPage } from './event-page.ts'
import { eventPage } from './event-page.ts'

/** Events on a page. */
const eventsPerPage = 30

export type PageReading =
  | { readonly kind: 'page'; readonly page: EventPage }
  /** No such stream, or a deleted one. */
  | { readonly kind: 'nothing'; readonly status: number; readonly reason: string }

/** A page at either end, at the event with a number, or behind a link of a feed. */
export type PagePlace =
  | { readonly kind: 'head' | 'oldest' }
  | { readonly kind: 'event'; readonly number: number }
  | { readonly kind: 'link'; readonly uri: string }

const feedType = 'application/vnd.eventstore.atom+json'

/** @returns undefined if the store is closed. */
export async function readPage(store: Store, stream: string, place: PagePlace): Promise<PageReading | undefined> {
  const address = `${addressOf(store)}${streamPath(stream)}`
  const uri = place.kind === 'link' ? place.uri : `${address}/${await pageOf(store, stream, place)}/${eventsPerPage}`
  const response = await ask(store, `${uri}?embed=tryharder`, feedType)
  if (!response) return undefined
  if (!response.ok) return { kind: 'nothing', status: response.status, reason: response.statusText }
  return { kind: 'page', page: eventPage((await response.json()) as StreamFeed) }
}

async function pageOf(store: Store, stream: string, place: Exclude<PagePlace, { kind: 'link' }>): Promise<string> {
  if (place.kind === 'head') return 'head/backward'
  if (place.kind === 'event') return `${place.number}/backward`
  // Feeds link to event 0, which may be truncated.
  const listed = (await unlessClosed(store.streams()))?.find(({ name }) => name === stream)
  return `${listed ? Math.max(0, listed.last - listed.events + 1) : 0}/forward`
}

/** One event as written; for a link, its target. */
export type StoredEvent = Readonly<NonNullable<Awaited<ReturnType<typeof readEvent>>>>

/** @returns undefined for a missing event, a broken link or a closed store. */
export async function readEvent(store: Store, stream: string, number: number) {
  const uri = `${addressOf(store)}${streamPath(stream)}/${number}`
  const [entry, bytes] = await Promise.all([
    ask(store, `${uri}?embed=body`, feedType),
    // The feed omits data that is not JSON, and cannot carry binary data.
    ask(store, uri, 'application/octet-stream'),
  ])
  if (!entry?.ok || !bytes?.ok) return undefined
  const read = (await entry.json()) as StreamFeedEntry
  const { eventType: type, eventNumber: written, eventId: id, streamId: source, isJson = false, metaData, linkMetaData } = read
  if (type === undefined || written === undefined || id === undefined || source === undefined) return undefined
  return {
    stream: source,
    number: written,
    type,
    id,
    created: read.updated,
    isJson,
    data: new Uint8Array(await bytes.arrayBuffer()),
    metadata: metaData ?? '',
    /** Of the link that led here. */
    linkMetadata: linkMetaData ?? '',
  }
}

/** The metadata of a stream as written; empty if there is none. */
export async function readMetadata(store: Store, stream: string): Promise<string | undefined> {
  const response = await ask(store, `${addressOf(store)}${streamPath(stream)}/metadata`, 'application/json')
  return await (response && (response.ok ? response.text() : ''))
}

const ask = (store: Store, uri: string, accept: string): Promise<Response | undefined> =>
  unlessClosed(store.direct(new Request(uri, { headers: { Accept: accept } })))
