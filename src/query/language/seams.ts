// The places where something faster may take over a part of the language's work; the language is complete without.

import type { Handler } from './definition.ts'
import type { EventBatch } from './event-batch.ts'
import type { MakeEvent } from './event-object.ts'

export interface Seams {
  /** Facts for the host beside the sources, once the handlers are known. */
  findings?: () => object
  /** @returns the factory of a handler's events; undefined where it needs none. Otherwise each event is one of `event-object.ts`. */
  eventsOf?: (handler: Handler) => MakeEvent | undefined
  /** @returns the bodies of a batch that came without their texts: from the host's substitutes. */
  bodiesOf?: (batch: EventBatch, columns: string) => unknown[]
}

/** Set once, before the definition ends. */
export const seams: Seams = { __proto__: null } as Seams
