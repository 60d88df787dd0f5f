// Takes what a query logs, with the event behind each line, from the steps of its trace: the last lines.

import type { StepHistory, StepRow } from '../../model/trace/step-history.ts'

export interface LoggedLine extends Pick<StepRow, 'stream' | 'number' | 'type'> {
  /** Counts from 1 over the whole run. */
  readonly id: number
  readonly text: string
}

export interface LoggedLines {
  /** Of the whole run, shown or not. */
  readonly count: number
  readonly newestFirst: readonly LoggedLine[]
}

/** Lines that are shown. */
export const mostLines = 500
/** Characters that are shown of a line. */
export const longestLine = 2_000

export function loggedLines(history: StepHistory): LoggedLines {
  const { rows } = history
  const count = rows.reduce((sum, { logs }) => sum + logs, 0)
  const newestFirst: LoggedLine[] = []
  let id = count
  for (let index = rows.length - 1; index >= 0 && newestFirst.length < mostLines; index--) {
    const { logs, stream, number, type } = rows[index]!
    // Texts of steps that are far back may be dropped.
    const texts = logs === 0 ? [] : (history.step(index)?.logs ?? [])
    for (const text of texts.toReversed()) newestFirst.push({ id: id--, stream, number, type, text: shortened(text) })
    if (texts.length === 0) id -= logs
  }
  return { count, newestFirst: newestFirst.slice(0, mostLines) }
}

const shortened = (text: string): string => (text.length > longestLine ? `${text.slice(0, longestLine)} …` : text)
