// What a subscription is to its consumer: an iteration over events with a known start, which a signal or `return` ends.

export interface SubscribeOptions {
  /**
   * The first event: `start`, `end` for events written after the call, or the number of an event, in `$all` its position. Default:
   * `start`.
   */
  readonly from?: 'start' | 'end' | number
  /** Ends the subscription; so does closing the store. */
  readonly signal?: AbortSignal
}

/** Events as they are asked for: iterating on asks for the next one, and waits if there is none yet. */
export interface Subscription<Event> extends AsyncIterableIterator<Event, undefined> {
  /** Resolves with the number or position from which on events are delivered, once that is known. */
  readonly started: Promise<number>
}

/**
 * @param begun where the subscription begins.
 * @param ends further signals that end it.
 * @param follow reads its events until a signal aborts.
 */
export function asSubscription<Event>(
  begun: Promise<{ readonly first: number }>,
  ends: readonly AbortSignal[],
  follow: (ends: readonly AbortSignal[]) => AsyncGenerator<Event, undefined>,
): Subscription<Event> {
  const ending = new AbortController()
  const started = begun.then(({ first }) => first)
  // The iteration reports the error; who asks for the start as well gets it there.
  started.catch(() => undefined)
  const events = follow([ending.signal, ...ends])
  return {
    started,
    next: () => events.next(),
    // The generator's own would wait until the pending `next` has its event.
    return: () => {
      ending.abort()
      return events.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
