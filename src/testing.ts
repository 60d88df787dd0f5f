// A projection under test: given events, when a query handles them, then look at state, results and emissions. No HTTP, no storage.

import type { Release } from './base/release/facts.ts'
import type { Diagnostic } from './query/diagnostics/diagnostic.ts'
import type { EventNames } from './query/diagnostics/seen-events.ts'
import { textOf } from './base/bytes.ts'
import type { GivenEvent } from './testing/events.ts'
import { record } from './testing/events.ts'
import { rulesOf } from './testing/rules.ts'
import type { Comparison } from './engine/queries/compare/compare.ts'
import type { Storage } from './storage/storage.ts'

export { given } from './testing/given.ts'
export type { RunOptions } from './testing/given.ts'
export type { StoreProjection } from './engine/queries/files/projection-file.ts'
export { readProjections } from './engine/queries/files/read-projections.ts'
export type { Diagnostic, Fix } from './query/diagnostics/diagnostic.ts'
export type { Severity } from './query/diagnostics/codes.ts'
export type { ComparedTexts, Comparison, DifferingPartition, PartingEvent } from './engine/queries/compare/compare.ts'
export type { GivenEvent } from './testing/events.ts'
export type { EmittedEvent, ProjectionFault as RunFault, ProjectionRun, SkipReason, SkippedEvent } from './testing/run.ts'

/** What `check` judges a query by. */
export interface CheckOptions {
  /** Whether the projection may emit. Default: not judged. */
  readonly emit?: boolean
  /** Events that the query will read; names of types, streams and fields are compared with theirs. Default: none, and names are not judged. */
  readonly events?: readonly GivenEvent[]
  /** The release of the server that will run the query. Default: `26.1`. */
  readonly release?: Release
  /** The engine that will run it; `2` is the second one of KurrentDB 26. Default: 1. */
  readonly engine?: 1 | 2
}

/**
 * Says what is wrong in a query, without running it. [What is wrong in a query](https://github.com/rillbox/rillbox/blob/main/docs/server/diagnostics.md)
 * describes the codes.
 *
 * @example
 * ```ts
 * expect(await check(query, { events })).toEqual([])
 * ```
 *
 * @param query the query's text.
 * @returns the findings in the order of the text; lines and columns count from 1.
 */
export async function check(query: string, { emit, events, ...asked }: CheckOptions = {}): Promise<readonly Diagnostic[]> {
  const { facts, engine } = rulesOf(asked)
  // Most tests run queries and judge none.
  const { diagnose, EventNames } = await import('./engine/queries/diagnostics.ts')
  const { language } = facts
  return await diagnose(query, {
    emitEnabled: emit,
    engine,
    language,
    isDraft: false,
    seen: events && namesOf(new EventNames(true), record(events)),
  })
}

function namesOf(names: EventNames, records: ReturnType<typeof record>): EventNames {
  for (const { stream, type, data, metadata } of records) names.note({ stream, type, data: textOf(data), metadata: textOf(metadata) })
  return names
}

/** What `compare` runs both queries over, and by which rules. */
export interface CompareOptions {
  /** In the order in which they were written. */
  readonly events: readonly GivenEvent[]
  /** Whether the queries may emit. Default: true. */
  readonly emit?: boolean
  /** The release of the server whose query language counts. Default: `26.1`. */
  readonly release?: Release
  /** The server's engine that runs them; `2` is the second one of KurrentDB 26. Default: 1. */
  readonly engine?: 1 | 2
}

/**
 * Runs two versions of a query over the same events, and tells the first event after which they differ, and which states, results, emissions
 * and faults do.
 *
 * @example
 * ```ts
 * const { agrees, first } = await compare(before, after, { events })
 * expect(first).toBeUndefined()
 * ```
 *
 * @param one the text of a query.
 * @param other the text of another one.
 */
export async function compare(one: string, other: string, { events, emit = true, ...asked }: CompareOptions): Promise<Comparison> {
  const { facts, engine } = rulesOf(asked)
  // As `check`, most tests compare nothing.
  const { compareRuns } = await import('./engine/queries/compare/compared-runs.ts')
  const rules = { release: facts.release, engine }
  return await compareRuns(await holding(record(events)), [one, other], { from: rules, to: rules, emit })
}

/** A storage in memory with these events. */
async function holding(events: ReturnType<typeof record>): Promise<Storage> {
  const [{ memoryStorage }, { eventTable }] = await Promise.all([
    import('./storage/memory/memory.ts'),
    import('./base/events/event-table.ts'),
  ])
  const storage = memoryStorage()
  const last = new Map(events.map(({ stream, number }) => [stream, number]))
  await storage.write(async (tx) => {
    if (events.length > 0) await tx.append(eventTable(events))
    for (const [stream, number] of last) tx.putHead({ stream, last: number, tombstone: false, metadata: {} })
  })
  return storage
}
