// Copies an event of the log, so that it shares nothing with the storage's own.

import type { RecordedEvent } from '../base/events.ts'

export const copyEvent = (event: RecordedEvent): RecordedEvent => ({
  ...event,
  data: copyContent(event.data),
  metadata: copyContent(event.metadata),
})

/** Copies only the visible bytes: cloning a view would clone its whole buffer. */
const copyContent = (content: string | Uint8Array): string | Uint8Array => (typeof content === 'string' ? content : new Uint8Array(content))
