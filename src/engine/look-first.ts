// Lets subscriptions write what is due before anybody reads it: time-outs and checkpoints are noticed only when somebody looks.

import type { Streams } from '../streams/streams.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'

/** The same streams; reads of parked and checkpoint streams and of `$all` look at the groups first (server-http §10.6). */
export const lookFirst = (streams: Streams, { look }: Pick<Subscriptions, 'look'>): Streams => ({
  ...streams,
  readPage: async (request, poll) => {
    await look(request.stream)
    return streams.readPage(request, poll)
  },
  readEvent: async (request) => {
    await look(request.stream)
    return streams.readEvent(request)
  },
  readAll: async (request, poll) => {
    await look('$all')
    return streams.readAll(request, poll)
  },
})
