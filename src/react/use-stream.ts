// The events of a stream, shown as they are written.

import { isStoreError } from '../base/errors.ts'
import type { EventPlacement } from '../engine/live/live-event.ts'
import type { SubscribeOptions } from '../engine/live/subscription.ts'
import type { Store } from '../engine/store.ts'
import type { AnyEvents, EventIn } from '../engine/typed-events.ts'
import { useView } from './use-view.ts'
import type { View } from './view.ts'
import { createView } from './view.ts'

export interface UseStreamOptions extends Pick<SubscribeOptions, 'from'> {
  /** The most events that are kept: the newest ones. Default: 1000. */
  readonly limit?: number
}

export interface StreamView<Event> {
  /** Oldest first. */
  readonly events: readonly Event[]
  /** Why no more events come, e.g. a `RefusedRequest` because the stream is deleted for good. */
  readonly error: unknown
}

const nothing: StreamView<never> = { events: [], error: undefined }

/**
 * The events of a stream, or of all with `$all`, as `store.subscribe` gives them. When the content of the store is replaced, it begins anew.
 *
 * @param store undefined until it has started.
 */
export function useStream<Events extends object = AnyEvents, T = unknown>(
  store: Store<Events> | undefined,
  stream: string,
  { from = 'start', limit = 1000 }: UseStreamOptions = {},
): StreamView<EventIn<Events, T> & EventPlacement> {
  return useView(() => viewOf<EventIn<Events, T> & EventPlacement>(store, stream, { from, limit }), [store, stream, from, limit], nothing)
}

type News<Event> =
  | { readonly kind: 'event'; readonly event: Event }
  /** The content of the store was replaced. */
  | { readonly kind: 'replaced' }
  | { readonly kind: 'failed'; readonly error: unknown }

function viewOf<Event>(
  store: Pick<Store, 'subscribe'> | undefined,
  stream: string,
  { from, limit }: Required<UseStreamOptions>,
): View<StreamView<Event>> {
  return createView<StreamView<Event>, News<Event>>({
    empty: nothing,
    join: (before, news) => joinNews(before, news, limit),
    follow: async (tell, signal) => {
      if (!store) return
      for (let begin = from; !signal.aborted; begin = 'start') {
        const end = await followOnce(store, stream, { from: begin, signal }, tell)
        if (end === 'ended') return
      }
    },
  })
}

/** @returns `replaced` where the content of the store was replaced, and there is more to follow. */
async function followOnce<Event>(
  store: Pick<Store, 'subscribe'>,
  stream: string,
  options: SubscribeOptions,
  tell: (news: News<Event>) => void,
): Promise<'ended' | 'replaced'> {
  try {
    let told = 0
    for await (const event of store.subscribe(stream, options)) {
      tell({ kind: 'event', event: event as Event })
      if (++told % mostAtOnce === 0) await nextTask()
    }
    return 'ended'
  } catch (error) {
    const isReplaced = isStoreError(error, 'contents-replaced')
    tell(isReplaced ? { kind: 'replaced' } : { kind: 'failed', error })
    return isReplaced ? 'replaced' : 'ended'
  }
}

/** The most events between two renderings: a storage in memory could give all of them in one task. */
const mostAtOnce = 500

const nextTask = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0))

function joinNews<Event>(before: StreamView<Event>, news: readonly News<Event>[], limit: number): StreamView<Event> {
  let events = [...before.events]
  let { error } = before
  for (const one of news) {
    if (one.kind === 'event') events.push(one.event)
    else if (one.kind === 'replaced') events = []
    else error = one.error
  }
  return { events: events.length > limit ? events.slice(events.length - limit) : events, error }
}
