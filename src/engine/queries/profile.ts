// Adds the steps of a query up: calls, time and growth of the state by handler, the slowest events, and how often each line ran.

import type { LanguageFacts } from '../../base/release/facts.ts'
import type { TraceFault, TraceStep } from '../../projections/trace/step.ts'
import type { TracePart } from '../../projections/trace/trace.ts'
import type { CodeLines } from '../../query/diagnostics/code-lines.ts'
import { codeLines } from '../../query/diagnostics/code-lines.ts'

export { codeLines }

export interface HandlerProfile {
  readonly handler: string
  /** Line of the query where it begins; absent where it is not written out. */
  readonly line?: number
  readonly calls: number
  readonly milliseconds: number
  /** Of its slowest call. */
  readonly slowest: number
  /** UTF-16 units by which it made states longer, less those by which it made them shorter. */
  readonly growth: number
}

export interface SlowEvent {
  readonly stream: string
  readonly number: number
  readonly type: string
  readonly handler: string
  readonly milliseconds: number
}

export interface LineCount {
  /** From 1. */
  readonly line: number
  /** 0: no event has run it. */
  readonly times: number
}

export interface QueryProfile {
  /** Events that a handler got. */
  readonly handled: number
  /** In handlers. */
  readonly milliseconds: number
  /** The costliest first; those that were never called too. */
  readonly handlers: readonly HandlerProfile[]
  /** The slowest first, ten at most. */
  readonly slowest: readonly SlowEvent[]
  /** The longest state, in UTF-16 units, and its partition. */
  readonly longestState: { readonly partition: string; readonly length: number }
  /** Lines that events can run, in order. */
  readonly lines: readonly LineCount[]
  readonly fault: TraceFault | undefined
}

/** Opens a trace of the query. */
export type OpenTrace = (options: { readonly times?: boolean; readonly lines?: boolean }) => AsyncIterable<TracePart>

/** Runs the query twice: marks of lines would take time themselves. */
export async function profileQuery(text: string, trace: OpenTrace, language?: LanguageFacts): Promise<QueryProfile> {
  const code = await codeLines(text, language)
  const tally = new Tally(code)
  let fault: TraceFault | undefined
  for await (const part of trace({ times: true })) {
    if (part.kind === 'steps') part.steps.forEach((step) => tally.time(step))
    if (part.kind === 'ended') fault = part.fault
  }
  const lines = new LineTally(code.lines)
  for await (const part of trace({ lines: true })) if (part.kind === 'steps') part.steps.forEach((step) => lines.count(step.lines))
  return { ...tally.result(), lines: lines.result(), fault }
}

const mostEvents = 10

class Tally {
  readonly #handlers = new Map<string, { line?: number; calls: number; milliseconds: number; slowest: number; growth: number }>()
  #slowest: SlowEvent[] = []
  #longest = { partition: '', length: 0 }

  constructor({ handlers }: CodeLines) {
    for (const { name, line } of handlers) this.#handlers.set(name, { line, calls: 0, milliseconds: 0, slowest: 0, growth: 0 })
  }

  time({ handler, event: { stream, number, type }, partition = '', state, milliseconds = 0 }: TraceStep): void {
    if (handler === undefined) return
    const known = this.#handlers.get(handler) ?? { calls: 0, milliseconds: 0, slowest: 0, growth: 0 }
    this.#handlers.set(handler, known)
    known.calls += 1
    known.milliseconds += milliseconds
    known.slowest = Math.max(known.slowest, milliseconds)
    known.growth += state.after.length - state.before.length
    if (state.after.length > this.#longest.length) this.#longest = { partition, length: state.after.length }
    this.#slowest.push({ stream, number, type, handler, milliseconds })
    if (this.#slowest.length > 100) this.#keepSlowest()
  }

  #keepSlowest(): void {
    this.#slowest = this.#slowest.sort((one, other) => other.milliseconds - one.milliseconds).slice(0, mostEvents)
  }

  result(): Omit<QueryProfile, 'lines' | 'fault'> {
    this.#keepSlowest()
    const handlers = [...this.#handlers].map(([handler, counts]) => ({ handler, ...counts }))
    const sum = (which: 'calls' | 'milliseconds') => handlers.reduce((total, each) => total + each[which], 0)
    return {
      handled: sum('calls'),
      milliseconds: sum('milliseconds'),
      handlers: handlers.sort((one, other) => other.milliseconds - one.milliseconds),
      slowest: this.#slowest,
      longestState: this.#longest,
    }
  }
}

/** How often each line ran. */
export class LineTally {
  readonly #times: Map<number, number>

  constructor(lines: readonly number[]) {
    this.#times = new Map(lines.map((line) => [line, 0]))
  }

  count(ran: TraceStep['lines'] = []): void {
    for (const { line, times } of ran) this.#times.set(line, (this.#times.get(line) ?? 0) + times)
  }

  result = (): readonly LineCount[] => [...this.#times].sort(([one], [other]) => one - other).map(([line, times]) => ({ line, times }))
}

export interface CoveredFile {
  readonly file: string
  readonly lines: readonly LineCount[]
  readonly handlers: readonly { readonly name: string; readonly line: number; readonly calls: number }[]
}

/** The record of a file as lcov has it, which editors and code hosts read. */
export function lcovRecord({ file, lines, handlers }: CoveredFile): string {
  const hit = <T>(list: readonly T[], times: (one: T) => number): number => list.filter((one) => times(one) > 0).length
  return [
    'TN:',
    `SF:${file}`,
    ...handlers.map(({ name, line }) => `FN:${line},${name}`),
    ...handlers.map(({ name, calls }) => `FNDA:${calls},${name}`),
    `FNF:${handlers.length}`,
    `FNH:${hit(handlers, ({ calls }) => calls)}`,
    ...lines.map(({ line, times }) => `DA:${line},${times}`),
    `LF:${lines.length}`,
    `LH:${hit(lines, ({ times }) => times)}`,
    'end_of_record',
    '',
  ].join('\n')
}
