// Lets others write what is due before a stream is read: projections that are nearly there, and subscriptions, which notice only when somebody looks.

import type { Projections } from '../projections/projections.ts'
import { nextTask } from '../projections/time-slice.ts'
import type { Streams } from '../streams/streams.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'

/**
 * The same streams. A read begins in a task of its own while projections work, as it does where it comes over a wire: those that are nearly
 * there are through by then, and it does not show half of what they write. Reads of parked and checkpoint streams and of `$all` look at
 * the groups first (server-http §10.6).
 */
export function lookFirst(
  streams: Streams,
  { flush }: Pick<Subscriptions, 'flush'>,
  { isWorking }: Pick<Projections, 'isWorking'>,
): Streams {
  /** @param waits whether the read waits for something new by itself. */
  const lookAt = async (stream: string, waits: boolean): Promise<void> => {
    if (!waits && isWorking()) await nextTask()
    await flush(stream)
  }
  return {
    ...streams,
    readPage: async (request, poll) => {
      await lookAt(request.stream, poll !== undefined)
      return streams.readPage(request, poll)
    },
    readEvent: async (request) => {
      await lookAt(request.stream, false)
      return streams.readEvent(request)
    },
    readAll: async (request, poll) => {
      await lookAt('$all', poll !== undefined)
      return streams.readAll(request, poll)
    },
  }
}
