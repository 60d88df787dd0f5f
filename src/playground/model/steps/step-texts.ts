// Describes the outcome of a step in words.

import type { TraceStep } from '../../../engine/observe/trace.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { stepper as texts } from '../../strings/english/stepper.ts'
import type { StepRow } from '../trace/step-history.ts'

/** An event's place in its stream, as the server's links name it, which is no step. */
export const placeText = ({ stream, number }: { readonly stream: string; readonly number: number }): string =>
  visibleLine(`${number}@${stream}`)

/** The outcome of a step in a word or two. */
export function outcomeText({ isFault, skipped, handler, type }: StepRow): string {
  if (isFault) return texts.outcomes.fault
  if (skipped) return texts.short[skipped]
  return handler === undefined || handler === type ? texts.outcomes.handled : visibleLine(handler)
}

/** A step for screen readers. @param index of the step in the history. */
export function spokenStep(row: StepRow, index: number, count: number): string {
  const outcome = row.isFault
    ? texts.spokenFault
    : row.skipped
      ? texts.spokenSkipped(texts.short[row.skipped])
      : texts.spokenHandled(row.handler && visibleLine(row.handler))
  return texts.spoken(index + 1, count, visibleLine(row.type), placeText(row), outcome)
}

/** Where the reader is, in one line. @param index of the step in the history. */
export const whereText = (row: StepRow, index: number, count: number): string =>
  texts.at(row.isFault ? texts.fault : visibleLine(row.type), placeText(row), index + 1, count)

/** Name of the function in the query that handled the event, if any. */
export function placeInQuery({ handler, skipped, fault }: TraceStep): string | undefined {
  if (skipped === 'no-partition' || fault?.kind === 'partition') return 'partitionBy'
  return handler
}
