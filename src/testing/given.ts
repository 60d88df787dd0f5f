// Runs a query over given events in the engine, by the rules of a store; needs no storage.

import { isStoreError } from '../base/errors.ts'
import type { Release } from '../base/release/facts.ts'
import { defaultRelease, factsOf } from '../base/release/releases.ts'
import { loadEngine } from '../query/sandbox/load-engine.ts'
import type { OpenQuery, QueryOptions, RunLimits } from '../query/query.ts'
import { isFault } from '../query/query.ts'
import { withSystemQueries } from '../query/system/system.ts'
import type { StoreProjection } from '../engine/queries/files/projection-file.ts'
import { withDefaults } from '../engine/queries/files/projection-file.ts'
import { coverageFile, noteCoverage } from './coverage.ts'
import type { GivenEvent } from './events.ts'
import { record } from './events.ts'
import { readLog } from './reading-log.ts'
import { isDelivered, readSource } from './reading.ts'
import type { ProjectionRun } from './run.ts'
import type { Rules } from './rules.ts'
import { rulesOf } from './rules.ts'
import { readRun, unopened } from './run.ts'

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
  /** The server's engine that runs it; `2` is the second one of KurrentDB 26, which `23.10` does not have. Default: 1. */
  readonly engine?: 1 | 2
}

/**
 * Runs a query over events, in the engine and by the rules of a store. Indexes, like the streams of
 * categories and of types, `$streams` and `$bc-…`, are those of the given events, unless these hold some of an index themselves.
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
   * @param projection the query's text; or a projection, for example one of `readProjections`, whose `emit`, `mode` and `engine` are the defaults.
   */
  async when<State = unknown, Result = unknown>(
    projection: string | StoreProjection,
    options: RunOptions = {},
  ): Promise<ProjectionRun<State, Result>> {
    const { query, ...own } = typeof projection === 'string' ? { query: projection } : ownOptions(projection)
    const given = { ...own, ...options }
    const rules = rulesOf(given)
    const covered = typeof projection === 'string' ? undefined : coverageFile()
    const opened = await openQuery(query, { ...queryOptions(given, rules), ...(covered !== undefined && { marksLines: true }) })
    if (isFault(opened)) return unopened(opened)
    try {
      const records = record(events)
      const { sources } = opened.definition
      const { language } = rules.facts
      const reads = rules.engine === 2 ? readLog(records, sources) : readSource(records, sources, language)
      const delivered = reads.filter(isDelivered).map(({ delivered }) => delivered.event)
      await opened.load(delivered, [delivered.length])
      const outcome = await opened.run(new Map(), everything)
      if (covered !== undefined) {
        const { file, name } = projection as StoreProjection
        await noteCoverage(covered, { file: file ?? name, query, steps: outcome.steps ?? [], language })
      }
      return readRun(records, reads, outcome, { sources, ...language }) as ProjectionRun<State, Result>
    } finally {
      opened.close()
    }
  },
})

const ownOptions = (projection: StoreProjection) => {
  const { query, emit, mode, engine } = withDefaults(projection)
  return { query, emit, continuous: mode === 'continuous', engine }
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
    const { threadSupport } = await import('../query/workers/node-threads.ts')
    const support = threadSupport()
    if (support.kind === 'none') throw error
    const { createOpenInWorker } = await import('../query/workers/in-worker.ts')
    return createOpenInWorker({ spawn: support.spawn })
  }
}

const queryOptions = (
  { emit = true, continuous = true, executionTimeout = 250, now, seed }: RunOptions & { readonly continuous?: boolean },
  { facts, engine }: Rules,
): QueryOptions => ({
  handlerType: 'js',
  emitEnabled: emit,
  executionTimeout,
  reordersPartitions: false,
  continuous,
  engine,
  language: facts.language,
  ...(now !== undefined && { now }),
  ...(seed !== undefined && { seed }),
})
