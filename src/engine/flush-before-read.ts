// Lets subscriptions finish due writes before a stream is read.

import type { Streams } from '../streams/streams.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'

/**
 * Subscriptions act on elapsed time only when asked, so reads of their parked and checkpoint streams and of `$all` ask them
 * (server-http §10.6).
 */
export function flushBeforeReads(streams: Streams, { flush }: Pick<Subscriptions, 'flush'>): Streams {
  return {
    ...streams,
    readPage: async (request, poll) => {
      await flush(request.stream)
      return await streams.readPage(request, poll)
    },
    readEvent: async (request) => {
      await flush(request.stream)
      return await streams.readEvent(request)
    },
    readAhead: async (request) => {
      await flush(request.stream)
      return await streams.readAhead(request)
    },
    readAll: async (request, poll) => {
      await flush('$all')
      return await streams.readAll(request, poll)
    },
  }
}
