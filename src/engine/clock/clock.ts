// Gives the time of a store, and moves that time where the environment can.

import type { Environment } from '../../base/platform/environment.ts'
import { StoreError } from '../../base/errors.ts'

/** A clock that can be moved. */
export interface StoreClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Moves the clock forward, and calls back the timers of the time between. */
  advance(milliseconds: number): void
  /** The same, to a time that is not before the present one. */
  advanceTo(time: Date | string | number): void
}

/** A clock that can stand, too. */
export interface FreezableClock extends StoreClock {
  isFrozen(): boolean
  /** Lets time stand until `resume`; `advance` still moves it. */
  freeze(): void
  /** Lets time go on from where it stands, as fast as the platform's. */
  resume(): void
}

/** The clock of any store: it can be moved, and can stand, where it has the methods for that. */
export type ClockOfStore = Pick<StoreClock, 'now'> & Partial<FreezableClock>

/** @param environment with `advance` and `advanceTo` where its clock can be moved, and with `freeze` where it can be stopped. */
export const clockOf = (environment: Pick<Environment, 'now'> & Partial<FreezableClock>): ClockOfStore => {
  const { now, advance, advanceTo, isFrozen, freeze, resume } = environment
  return {
    now,
    ...(advance && advanceTo && { advance, advanceTo }),
    ...(isFrozen && freeze && resume && { isFrozen, freeze, resume }),
  }
}

/** The first time that the server can show. */
export const firstTime = Date.parse('0001-01-01T00:00:00.000Z')

/** The last time that the server can show; a clock that goes on from there stays among the dates for as long as any program runs. */
export const lastTime = Date.parse('9999-12-31T23:59:59.999Z')

/** @returns the step of a clock from `now`. @throws StoreError `invalid-options` if it leads back, or to no time. */
export function readStep(milliseconds: number, now: number): number {
  if (typeof milliseconds === 'number' && milliseconds >= 0 && now + milliseconds <= lastTime) return milliseconds
  throw new StoreError('invalid-options', `The clock cannot be moved by ${String(milliseconds)} milliseconds.`, {
    hint: 'Give a number, up to the year 9999. It only goes forward: stored events would otherwise be in the future.',
  })
}
