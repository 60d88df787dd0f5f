// Prints what comes in turn as server-sent events: the events of a subscription, the changes of a store, the parts of a trace.

import type { LiveEvent } from '../engine/live/live-event.ts'

const encoder = new TextEncoder()

/**
 * Takes from the source only as fast as the client reads.
 *
 * @param print the lines of one message.
 */
export function eventStream<T>(source: AsyncIterator<T, unknown>, print: (value: T) => string): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(': subscribed\n\n')),
      async pull(controller) {
        try {
          const next = await source.next()
          if (next.done) return controller.close()
          controller.enqueue(encoder.encode(`${print(next.value)}\n\n`))
        } catch (error) {
          controller.enqueue(encoder.encode(`${lastWord(error)}\n\n`))
          controller.close()
        }
      },
      cancel: async () => void (await source.return?.()),
    },
    { highWaterMark: 1 },
  )
}

/** @param id the number or the position from which the next subscription goes on, less one: where a client goes on after a broken connection. */
export const eventMessage = (id: number, event: LiveEvent): string => `id: ${id}\n${dataMessage(event)}`

export const dataMessage = (data: unknown): string => `data: ${JSON.stringify(data)}`

/** A stream that is deleted, or a store whose content was replaced. A client that reconnects hears it again, so it should not. */
const lastWord = (error: unknown): string => {
  const { message: detail = String(error), code = 'refused' } = error as Partial<Error> & { readonly code?: string }
  return `event: ended\n${dataMessage({ code, detail })}`
}
