// A projection under test: given events, when a query handles them, then look at state, results and emissions. No HTTP, no storage.

import { isStoreError } from './base/errors.ts'
import type { Release } from './base/release/facts.ts'
import { defaultRelease, factsOf } from './base/release/releases.ts'
import type { Diagnostic } from './query/diagnostics/diagnostic.ts'
import type { EventNames } from './query/diagnostics/seen-events.ts'
import { loadEngine } from './query/sandbox/load-engine.ts'
import type { OpenQuery, QueryOptions, RunLimits } from './query/query.ts'
import { isFault } from './query/query.ts'
import { withSystemQueries } from './query/system/system.ts'
import { textOf } from './base/bytes.ts'
import type { GivenEvent } from './testing/events.ts'
import { record } from './testing/events.ts'
import { isDelivered, readSource } from './testing/reading.ts'
import type { ProjectionRun } from './testing/run.ts'
import { readRun, unopened } from './testing/run.ts'

export type { Diagnostic, Fix } from './query/diagnostics/diagnostic.ts'
export type { Severity } from './query/diagnostics/codes.ts'
export type { GivenEvent } from './testing/events.ts'
export type { EmittedEvent, ProjectionFault as RunFault, ProjectionRun, SkipReason, SkippedEvent } from './testing/run.ts'

export interface RunOptions {
  /** Whether the query may emit. Default: true. */
  readonly emit?: boolean
  /** Milliseconds for each call of a handler. Default: 250. */
  readonly executionTimeout?: number
  /** The value of `Date.now()` when the query starts: milliseconds since 1970. Default: the time. */
  readonly now?: number
  /** Makes `Math.random()` repeatable. */
  readonly seed?: number
  /** The release of the server whose query language counts. Default: `26.1`. */
  readonly release?: Release
}

/**
 * Runs a query over events, in the engine and by the rules of a store. Categories can be read without `$by_category` running.
 *
 * @example
 * ```ts
 * const run = await given([
 *   { stream: 'cart-1', type: 'ItemAdded', data: { price: 5 } },
 *   { stream: 'cart-1', type: 'ItemAdded', data: { price: 7 } },
 * ]).when(`fromCategory('cart').when({
 *   $init: () => ({ total: 0 }),
 *   ItemAdded: (state, event) => { state.total += event.data.price },
 * })`)
 * expect(run.fault).toBeUndefined()
 * expect(run.state).toEqual({ total: 12 })
 * ```
 *
 * @param events in the order in which they were written.
 */
export const given = (events: readonly GivenEvent[]) => ({
  /**
   * Never rejects for a query's error: that is the run's `fault`.
   *
   * @param query the query's text.
   */
  async when<State = unknown, Result = unknown>(query: string, options: RunOptions = {}): Promise<ProjectionRun<State, Result>> {
    const opened = await openQuery(query, queryOptions(options))
    if (isFault(opened)) return unopened(opened)
    try {
      const records = record(events)
      const { sources } = opened.definition
      const { language } = factsOf(options.release ?? defaultRelease)
      const reads = readSource(records, sources, language)
      const delivered = reads.filter(isDelivered).map(({ delivered }) => delivered.event)
      await opened.load(delivered, [delivered.length])
      const outcome = await opened.run(new Map(), everything)
      return readRun(records, reads, outcome, { sources, ...language }) as ProjectionRun<State, Result>
    } finally {
      opened.close()
    }
  },
})

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
export async function check(
  query: string,
  { emit, events, release = defaultRelease, engine = 1 }: CheckOptions = {},
): Promise<readonly Diagnostic[]> {
  // Most tests run queries and judge none.
  const { diagnose, EventNames } = await import('./engine/queries/diagnostics.ts')
  const { language } = factsOf(release)
  return await diagnose(query, { emitEnabled: emit, engine, language, seen: events && namesOf(new EventNames(true), record(events)) })
}

function namesOf(names: EventNames, records: ReturnType<typeof record>): EventNames {
  for (const { stream, type, data, metadata } of records) names.note({ stream, type, data: textOf(data), metadata: textOf(metadata) })
  return names
}

const everything: RunLimits = { events: Number.POSITIVE_INFINITY, milliseconds: Number.POSITIVE_INFINITY, trace: true }

let choosing: Promise<OpenQuery> | undefined

const openQuery = withSystemQueries(
  async (source, options) => await (await (choosing ??= chooseOpen()))(source, options),
  factsOf(defaultRelease).projections,
)

/** On this thread; in a thread of its own where Jest's CommonJS cannot load the engine. */
async function chooseOpen(): Promise<OpenQuery> {
  try {
    return (await loadEngine()).openInQuickJs
  } catch (error) {
    if (!isStoreError(error, 'sandbox-unavailable')) throw error
    const { threadSupport } = await import('./query/workers/node-threads.ts')
    const support = threadSupport()
    if (support.kind === 'none') throw error
    const { createOpenInWorker } = await import('./query/workers/in-worker.ts')
    return createOpenInWorker({ spawn: support.spawn })
  }
}

const queryOptions = ({ emit = true, executionTimeout = 250, now, seed, release = defaultRelease }: RunOptions): QueryOptions => ({
  handlerType: 'js',
  emitEnabled: emit,
  executionTimeout,
  reordersPartitions: false,
  continuous: true,
  language: factsOf(release).language,
  ...(now !== undefined && { now }),
  ...(seed !== undefined && { seed }),
})
