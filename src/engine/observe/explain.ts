// Counts why a query handled some events of a store and not others, and says it in a few lines: for "nothing happened".

import type { LanguageFacts } from '../../base/release/facts.ts'
import type { SkipReason } from '../../projections/source/delivery.ts'
import type { TracePart, TraceFault, TraceStep } from './trace.ts'
import { diagnose, EventNames } from '../queries/diagnostics.ts'
import type { Diagnostic } from '../queries/diagnostics.ts'

/** A name with the number of events that have it. */
export interface CountedName {
  readonly name: string
  readonly count: number
}

/** Events that no handler got, for one reason. */
export interface SkippedEvents {
  readonly reason: SkipReason
  readonly count: number
  /** The most frequent first, ten at most. */
  readonly types: readonly CountedName[]
  readonly streams: readonly CountedName[]
}

/** What became of the events of a store in a query. */
export interface Explanation {
  /** Events of users' streams, and others that were handled. */
  readonly events: number
  readonly handled: number
  /** By reason, the most frequent first. */
  readonly skipped: readonly SkippedEvents[]
  /** The fault that ended the run, or kept it from beginning. */
  readonly fault: TraceFault | undefined
  /** What is wrong in the query, judged by the names of the events seen. */
  readonly diagnostics: readonly Diagnostic[]
}

export interface ExplainedQuery {
  readonly query: string
  /** Whether it is a built-in query, whose text is its configuration. */
  readonly isNative: boolean
  readonly emitEnabled: boolean
  readonly language: LanguageFacts
}

/** @param parts a trace of the query. */
export async function explainTrace(
  { query, isNative, emitEnabled, language }: ExplainedQuery,
  parts: AsyncIterable<TracePart>,
): Promise<Explanation> {
  const tally = new Tally()
  let fault: TraceFault | undefined
  let engine: 1 | 2 = 1
  for await (const part of parts) {
    if (part.kind === 'opened') ({ engine } = part)
    if (part.kind === 'steps') for (const step of part.steps) tally.count(step)
    if (part.kind === 'ended') fault = part.fault
  }
  const diagnostics = isNative ? [] : await diagnose(query, { emitEnabled, language, engine, seen: tally.names, isDraft: false })
  return { ...tally.result(), fault, diagnostics }
}

interface Count {
  count: number
  readonly types: Map<string, number>
  readonly streams: Map<string, number>
}

class Tally {
  readonly names = new EventNames(true)
  readonly #skipped = new Map<SkipReason, Count>()
  #events = 0
  #handled = 0

  count({ event, skipped, fault }: TraceStep): void {
    const { stream, type, isJson, data, metadata } = event
    // The store's own events are no surprise where they are not handled.
    if (skipped !== undefined && stream.startsWith('$')) return
    this.#events += 1
    this.names.note({ stream, type, data: isJson ? data : null, metadata })
    if (skipped !== undefined) this.#skip(skipped, stream, type)
    else if (!fault) this.#handled += 1
  }

  #skip(reason: SkipReason, stream: string, type: string): void {
    const count = this.#skipped.get(reason) ?? { count: 0, types: new Map<string, number>(), streams: new Map<string, number>() }
    this.#skipped.set(reason, count)
    count.count += 1
    count.types.set(type, (count.types.get(type) ?? 0) + 1)
    count.streams.set(stream, (count.streams.get(stream) ?? 0) + 1)
  }

  result(): Pick<Explanation, 'events' | 'handled' | 'skipped'> {
    const skipped = [...this.#skipped].map(([reason, { count, types, streams }]) => ({
      reason,
      count,
      types: mostFrequent(types),
      streams: mostFrequent(streams),
    }))
    return { events: this.#events, handled: this.#handled, skipped: skipped.sort((one, other) => other.count - one.count) }
  }
}

const mostNames = 10

const mostFrequent = (counts: ReadonlyMap<string, number>): readonly CountedName[] =>
  [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count)
    .slice(0, mostNames)
