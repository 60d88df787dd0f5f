// Lets projections and subscriptions finish due writes before a stream is read.

import type { Projections } from '../projections/projections.ts'
import { nextTask } from '../base/time/time-slice.ts'
import type { Streams } from '../streams/streams.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'

/**
 * A read begins in a task of its own while projections work, as a request over a wire does: projections that are nearly done finish first,
 * and readers do not see half of their writes. Subscriptions act on elapsed time only when asked, so reads of their parked and
 * checkpoint streams and of `$all` ask them (server-http §10.6).
 */
export function flushBeforeReads(
  streams: Streams,
  { flush }: Pick<Subscriptions, 'flush'>,
  { isWorking }: Pick<Projections, 'isWorking'>,
): Streams {
  /** @param waits whether the read is a long poll. */
  const flushFor = async (stream: string, waits: boolean): Promise<void> => {
    if (!waits && isWorking()) await nextTask()
    await flush(stream)
  }
  return {
    ...streams,
    readPage: async (request, poll) => {
      await flushFor(request.stream, poll !== undefined)
      return await streams.readPage(request, poll)
    },
    readEvent: async (request) => {
      await flushFor(request.stream, false)
      return await streams.readEvent(request)
    },
    readAhead: async (request) => {
      await flushFor(request.stream, false)
      return await streams.readAhead(request)
    },
    readAll: async (request, poll) => {
      await flushFor('$all', poll !== undefined)
      return await streams.readAll(request, poll)
    },
  }
}
