// An event of a posted body, and what headers and path say of it.

import type { NewEvent } from '../../../base/events/events.ts'

/** Id and type from headers or path, for the one event of a body without an envelope. */
export interface EventHeaders {
  readonly id: string | undefined
  readonly type: string | undefined
}

/** An event that may still lack its id or its type. */
export type PostedEvent = Omit<NewEvent, 'id' | 'type'> & EventHeaders

/** The events of a body, with null for what the server takes for no event. */
export type EventList = readonly (PostedEvent | null)[]
