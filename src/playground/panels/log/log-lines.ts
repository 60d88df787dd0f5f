// Collects what a query logs, with the event behind each line, from the steps of a traced run; keeps the last lines.

import type { TraceStep } from '../../../engine/observe/trace.ts'

export interface LoggedLine {
  /** Counts from 1 over the whole run. */
  readonly id: number
  readonly stream: string
  readonly number: number
  readonly type: string
  readonly partition: string | undefined
  readonly text: string
}

/** Lines that are kept. */
export const mostLines = 500
/** Characters that are kept of a line. */
export const longestLine = 2_000

export class LogLines {
  /** Oldest first. */
  #lines: LoggedLine[] = []
  #count = 0

  /** Of the whole run, kept or not. */
  get count(): number {
    return this.#count
  }

  get newestFirst(): readonly LoggedLine[] {
    return this.#lines.toReversed()
  }

  add(steps: readonly TraceStep[]): void {
    for (const { event, partition, logs } of steps) {
      for (const text of logs) {
        this.#count += 1
        const { stream, number, type } = event
        this.#lines.push({ id: this.#count, stream, number, type, partition, text: shortened(text) })
      }
    }
    if (this.#lines.length > mostLines) this.#lines = this.#lines.slice(-mostLines)
  }
}

const shortened = (text: string): string => (text.length > longestLine ? `${text.slice(0, longestLine)} …` : text)
