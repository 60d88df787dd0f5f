// The places where the plan takes over a part of the language's work.

import type { Handler } from './define/definition.ts'
import type { MakeEvent } from './run/event-batch.ts'

export interface Seams {
  /** Facts for the host beside the sources, once the handlers are known. */
  findings(): object
  /** @returns the factory of a handler's events; undefined if it needs none. */
  eventsOf(handler: Handler): MakeEvent | undefined
  /** Takes the value with which a partition is entered. */
  enterState(state: unknown): void
  /**
   * Notes a state after an event, so that its text need not be written yet. From then on the state can be written at any time, and later changes are observed.
   *
   * @returns 0 if it must be written, 1 where it is as before, 2 where it has changed.
   */
  noteState(state: object): number
  /** @returns the text of the state that was noted last. */
  stateText(): string
}

/** Set when the session starts. */
export let seams: Seams

export function fillSeams(given: Seams): void {
  seams = given
}
