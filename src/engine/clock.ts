// Gives the time of a store, and moves that time where the environment can.

import type { Environment } from '../base/environment.ts'
import { StoreError } from '../base/errors.ts'

/** A clock that can be moved. */
export interface StoreClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Moves the clock forward, and calls back the timers of the time between. */
  advance(milliseconds: number): void
  /** The same, to a time that is not before the present one. */
  advanceTo(time: Date | string | number): void
}

/** The clock of any store: it can be moved where it has the methods for that. */
export type ClockOfStore = Pick<StoreClock, 'now'> & Partial<StoreClock>

/** @param environment with `advance` and `advanceTo` where its clock can be moved. */
export const clockOf = ({ now, advance, advanceTo }: Pick<Environment, 'now'> & Partial<StoreClock>): ClockOfStore => ({
  now,
  ...(advance && advanceTo && { advance, advanceTo }),
})

/** What a date can show. */
const mostMilliseconds = 8.64e15

/** @returns the step of a clock. @throws StoreError `invalid-options` where it leads back, or nowhere: the clock would show no time any more. */
export function readStep(milliseconds: number): number {
  if (typeof milliseconds === 'number' && milliseconds >= 0 && milliseconds <= mostMilliseconds) return milliseconds
  throw new StoreError('invalid-options', `The clock cannot be moved by ${String(milliseconds)} milliseconds.`, {
    hint: 'Give a number. It only goes forward: events that are stored would lie in the future.',
  })
}
