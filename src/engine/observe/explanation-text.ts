// Says an explanation in a few lines: how many events a query handled, and why not the others.

import type { SkipReason } from '../../projections/source/delivery.ts'
import type { CountedName, Explanation } from './explain.ts'
import { firstLine } from './query-problem.ts'

/** The lines of an explanation: how many, why not, and what in the query is to blame. */
export function printExplanation({ events, handled, skipped, fault, diagnostics }: Explanation): string {
  const lines = [`${counted(events, 'event')} read, ${thousands(handled)} handled.`]
  for (const { reason, count, types, streams } of skipped) {
    const names = reason === 'stream-not-read' ? streams : types
    lines.push(`  ${thousands(count)} ${reasons[reason]}: ${list(names)}`)
  }
  if (fault) lines.push(`  The query faulted: ${firstLine(fault.message)}`)
  for (const { line, column, message, severity } of diagnostics) {
    if (severity !== 'hint' || handled === 0) lines.push(`  Line ${line}:${column}: ${message}`)
  }
  return lines.join('\n')
}

const reasons: Readonly<Record<SkipReason, string>> = {
  'stream-not-read': 'in streams that the query does not read',
  'type-not-handled': 'of types without a handler',
  'data-not-json': 'whose data are flagged as JSON and are none',
  'no-partition': 'without a partition',
  'not-delivered': 'that this kind of source leaves out',
  'after-fault': 'behind the one that faulted',
}

const thousands = (count: number): string => count.toLocaleString('en')
const counted = (count: number, noun: string): string => `${thousands(count)} ${noun}${count === 1 ? '' : 's'}`

const list = (names: readonly CountedName[]): string =>
  names.map(({ name, count }) => (count === 1 ? name : `${name} (${thousands(count)})`)).join(', ')
