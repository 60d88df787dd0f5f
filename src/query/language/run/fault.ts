// Converts an exception that left guest code into the fault of an event, in primitives.

import { emissions } from './emission.ts'
import type { Thrown } from '../guest.ts'
import { check, clock, describe, described, guest } from '../guest.ts'

export interface GuestFault extends Thrown {
  readonly kind: string
  readonly wrapped: boolean
  /** Number of the event, counted over the whole run. */
  readonly event: number
}

/** Resets the flags that hold only while guest code runs: an exception left it midway. */
function settle(): void {
  if (clock.entries % 2 === 1) clock.entries += 1
  emissions.allowed = true
  emissions.late = false
  guest.writing = false
}

/** @param kind of the fault, unless the language itself refused the event. */
export function faultOfException(thrown: unknown, event: number, kind: string, wrapped: boolean): GuestFault {
  // Some built-in functions turn an interruption into an ordinary exception.
  if (guest.refusal === true) check()
  settle()
  return refused(event, kind, wrapped) ?? { ...describe(thrown), kind, wrapped, event }
}

/** The fault of an entry that the host interrupted. */
export function faultOfInterruption(message: string, event: number, kind: string, wrapped: boolean): GuestFault {
  settle()
  return refused(event, kind, wrapped) ?? { ...described(message), kind, wrapped, event }
}

/** A refusal takes precedence over later exceptions; faults of `partitionBy` have no frame. */
function refused(event: number, kind: string, wrapped: boolean): GuestFault | undefined {
  const { refusal } = guest
  guest.refusal = undefined
  if (refusal === undefined || refusal === true) return undefined
  return { ...described(refusal.message), kind: wrapped ? refusal.kind : kind, wrapped: wrapped && refusal.wrapped, event }
}
