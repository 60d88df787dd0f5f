// Says in our words why a query faulted or handled nothing, from its trace and from what is wrong in its text.

import type { SkipReason, TraceFault } from '../../../engine/observe/trace.ts'
import type { Diagnostic } from '../../../engine/queries/diagnostics.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { printCount } from '../../strings/counts.ts'
import { explain as texts } from '../../strings/english/explain.ts'
import type { StepRow } from '../trace/step-history.ts'

/** A fault as a trace tells it. */
type ExplainedFault = Pick<TraceFault, 'kind' | 'message' | 'line'>

/** The step that faulted; absent where the query never came to an event. */
export type FaultyStep = Pick<StepRow, 'stream' | 'number' | 'handler'>

/** What happened, in a sentence. */
export function faultSentence({ kind, message }: ExplainedFault, isTransient: boolean, step?: FaultyStep): string {
  const text = texts.faults[nameOf(kind, message, isTransient)]
  if (typeof text === 'string') return text
  return text(visibleLine(step?.handler ?? ''), step ? visibleLine(`${step.number}@${step.stream}`) : '')
}

function nameOf(kind: string, message: string, isTransient: boolean): keyof typeof texts.faults {
  if (kind === 'emit' && isTransient) return 'emitTransient'
  // The server's words for numbers that JSON has not.
  if (kind === 'runtime' && message.startsWith('.NET number values')) return 'number'
  return kind in texts.faults ? (kind as keyof typeof texts.faults) : 'runtime'
}

/** Findings to show: more would hide the first. */
const mostCauses = 2

/**
 * The findings that may be to blame, the likeliest first: those at the line of the fault, errors, warnings.
 *
 * @param fault undefined where nothing was handled.
 */
export function causesOf(found: readonly Diagnostic[], fault: ExplainedFault | undefined): readonly Diagnostic[] {
  // A text that does not parse is told by the fault itself.
  const candidates = found.filter(({ code, severity }) => severity !== 'hint' && code !== 'syntax')
  const rank = ({ line, endLine, severity }: Diagnostic): number => {
    const isThere = fault?.line !== undefined && line <= fault.line && fault.line <= endLine
    return isThere ? 0 : severity === 'error' ? 1 : 2
  }
  return candidates.toSorted((one, other) => rank(one) - rank(other)).slice(0, mostCauses)
}

/** Names to list for each reason. */
const mostNames = 3

/** Why events of users were not handled, a line for each reason, the most frequent first. */
export function skippedLines(rows: readonly StepRow[]): { readonly read: number; readonly lines: readonly string[] } {
  const users = rows.filter(({ stream }) => !stream.startsWith('$'))
  const byReason = Map.groupBy(users, ({ skipped }) => skipped)
  const lines = [...byReason].flatMap(([reason, skipped]) => (reason === undefined ? [] : [{ reason, skipped }]))
  return {
    read: users.length,
    lines: lines
      .toSorted((one, other) => other.skipped.length - one.skipped.length)
      .map(({ reason, skipped }) => texts.skipped[reason](skipped.length, namesOf(reason, skipped))),
  }
}

function namesOf(reason: SkipReason, rows: readonly StepRow[]): string {
  const byName = Map.groupBy(rows, ({ type, stream }) => (reason === 'stream-not-read' ? stream : type))
  const names = [...byName].toSorted(([, one], [, other]) => other.length - one.length)
  const listed = names
    .slice(0, mostNames)
    .map(([name, { length }]) => (length === 1 ? visibleLine(name) : `${visibleLine(name)} (${printCount(length)})`))
  return names.length > mostNames ? `${listed.join(', ')}, …` : listed.join(', ')
}
