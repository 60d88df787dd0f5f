// A store in memory for tests of routes, with helpers for requests.

import { createStore } from '../engine/store.ts'
import type { StoreOptions } from '../engine/options/store-options.ts'
import * as media from './streams/media-types.ts'

export const origin = 'http://es.test:2113'
export const asAdmin = { Authorization: `Basic ${btoa('admin:changeit')}` }

export interface Call {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: BodyInit
  readonly signal?: AbortSignal
}

/** A GUID that ends with the number. */
export const guid = (number: number): string => `5c0d2f1e-7a5b-4c37-9d5e-${String(number).padStart(12, '0')}`

export function storeWith(options: StoreOptions = {}) {
  const reported: unknown[] = []
  // System projections would write links at any moment.
  const store = createStore({
    systemProjections: false,
    ...options,
    environment: { report: (error) => reported.push(error), ...options.environment },
  })
  let ids = 1000

  const call = (path: string, init: Call = {}): Promise<Response> =>
    store.fetch(new Request(origin + path, { redirect: 'manual', ...init }))
  const get = (path: string, accept: string = media.atomJson, headers: Record<string, string> = {}): Promise<Response> =>
    call(path, { headers: { Accept: accept, ...headers } })
  const feed = async (path: string, headers: Record<string, string> = {}): Promise<FeedBody> =>
    (await (await get(path, media.atomJson, headers)).json()) as FeedBody
  /** Posts events as a list; events without an id get one. */
  const post = (path: string, events: readonly object[], headers: Record<string, string> = {}): Promise<Response> =>
    call(path, {
      method: 'POST',
      headers: { 'Content-Type': media.eventsJson, ...headers },
      body: JSON.stringify(events.map((event) => ({ eventId: guid((ids += 1)), eventType: 'T', ...event }))),
    })
  /** A stream with events 0 to `count` - 1, whose data is `{"n":i}`. */
  const fill = (stream: string, count: number): Promise<Response> =>
    post(
      `/streams/${stream}`,
      Array.from({ length: count }, (_, n) => ({ data: { n } })),
    )
  return { store, reported, call, get, feed, post, fill }
}

/** The members of a feed that tests read. */
export interface FeedBody {
  readonly headOfStream: boolean
  readonly eTag: string | null
  readonly links: readonly { readonly uri: string; readonly relation: string }[]
  readonly entries: readonly { readonly title: string; readonly id: string; readonly summary: string }[]
}

/** Path of a link of the feed; undefined where it is missing. */
export const linked = (feed: FeedBody, relation: string): string | undefined =>
  feed.links.find((link) => link.relation === relation)?.uri.slice(origin.length)
