// Chooses the finding that a line shows, and names the edit that mends it.

import { visibleLine } from '../kit/visible-text.ts'
import { editor as texts } from '../strings/english/editor.ts'
import type { QueryFinding } from './findings.ts'

const gravity = { error: 0, warning: 1, hint: 2 }

/** The most serious finding, the first of those. */
export const gravest = (findings: readonly QueryFinding[]): QueryFinding | undefined =>
  findings.toSorted((one, other) => gravity[one.severity] - gravity[other.severity])[0]

/** Longer texts do not fit on a button. */
const longest = 40

/** @returns the label of the button that writes the fix. */
export function nameOfFix({ start, end, text }: NonNullable<QueryFinding['fix']>): string {
  const written = visibleLine(text.trim())
  if (written === '') return texts.remove
  if (written.length > longest || text.trim().includes('\n')) return texts.mend
  return start === end ? texts.insert(written) : texts.changeTo(written)
}
