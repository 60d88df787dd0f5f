// Describes the outcome of a step in words.

import type { SkipReason, TraceStep } from '../../engine/observe/trace.ts'
import type { StepRow } from './step-history.ts'

/** For the list of steps. */
const shortReasons: Readonly<Record<SkipReason, string>> = {
  'stream-not-read': 'not read',
  'type-not-handled': 'no handler',
  'data-not-json': 'not JSON',
  'no-partition': 'no partition',
  'not-delivered': 'left out',
  'after-fault': 'after fault',
}

const reasons: Readonly<Record<SkipReason, string>> = {
  'stream-not-read': 'The query does not read this stream.',
  'type-not-handled': 'There is no handler for this type, and no $any.',
  'data-not-json': 'The event is flagged as JSON, but its data is not JSON: the server skips it.',
  'no-partition': 'partitionBy returned no partition for this event.',
  'not-delivered': 'This kind of source leaves out links, system events and events that can no longer be read.',
  'after-fault': 'An earlier event ended the query.',
}

export const shortSkipReason = (reason: SkipReason): string => shortReasons[reason]
export const skipReason = (reason: SkipReason): string => reasons[reason]

export const placeText = ({ stream, number }: { readonly stream: string; readonly number: number }): string => `${stream}@${number}`

/** The outcome of a step in a word or two. */
export function outcomeText({ isFault, skipped, handler, type }: StepRow): string {
  if (isFault) return 'fault'
  if (skipped) return shortSkipReason(skipped)
  return handler === undefined || handler === type ? 'handled' : handler
}

/** A step for screen readers. */
export function spokenStep(row: StepRow, place: number, count: number): string {
  const became = row.isFault
    ? 'ended the query'
    : row.skipped
      ? `skipped: ${shortSkipReason(row.skipped)}`
      : `handled by ${row.handler ?? 'none'}`
  return `Step ${place + 1} of ${count}: ${row.type}, ${placeText(row)}, ${became}`
}

/** Name of the function in the query that handled the event, if any. */
export function placeInQuery({ handler, skipped, fault }: TraceStep): string | undefined {
  if (skipped === 'no-partition' || fault?.kind === 'partition') return 'partitionBy'
  return handler
}
