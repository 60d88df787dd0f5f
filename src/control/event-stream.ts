// Prints a subscription as server-sent events: one message per event, whose id is where a client goes on after a broken connection.

import type { LiveEvent } from '../engine/live/live-event.ts'

const encoder = new TextEncoder()

/** @param id of an event: the number or the position from which the next subscription goes on, less one. */
export function eventStream(events: AsyncIterator<LiveEvent, unknown>, id: (event: LiveEvent) => number): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(': subscribed\n\n')),
      async pull(controller) {
        try {
          const next = await events.next()
          if (next.done) return controller.close()
          controller.enqueue(encoder.encode(message(id(next.value), next.value)))
        } catch (error) {
          controller.enqueue(encoder.encode(lastWord(error)))
          controller.close()
        }
      },
      cancel: async () => void (await events.return?.()),
    },
    { highWaterMark: 1 },
  )
}

const message = (id: number, event: LiveEvent): string => `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`

/** A stream that is deleted, or a store whose content was replaced. A client that reconnects hears it again, so it should not. */
const lastWord = (error: unknown): string => {
  const { message: detail = String(error), code = 'refused' } = error as Partial<Error> & { readonly code?: string }
  return `event: ended\ndata: ${JSON.stringify({ code, detail })}\n\n`
}
