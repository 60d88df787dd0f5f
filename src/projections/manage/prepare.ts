// Opens the queries of definitions, and keeps opened ones for the runners that are about to need them.

import type { Environment } from '../../base/platform/environment.ts'
import { isError } from '../../base/platform/realms.ts'
import type { OpenQuery, Query, QueryFault, QueryOptions } from '../../query/query.ts'
import { isFault } from '../../query/query.ts'
import type { Definition } from '../model/definition/definition.ts'
import { defaultExecutionTimeout, isEngineV2 } from '../model/definition/definition.ts'
import type { FaultReason } from '../model/tables.ts'
import { placeOf } from '../model/tables.ts'

export type Prepared = { readonly kind: 'usable'; readonly query: Query } | Unusable

interface Unusable {
  readonly kind: 'unusable'
  readonly fault: FaultReason
  /** Whether the text would fail again, whatever the time and the machine. Default: false. */
  readonly isLasting?: boolean
}

export type PreparedQueries = ReturnType<typeof createPreparedQueries>

/**
 * The seed of the query's random numbers. Only a query that seems to use them consumes an id, so that the others change no later id;
 * a use that the text hides gets the same numbers each time.
 */
const seedOf = (query: string, uuid: () => string): number => (query.includes('random') ? Number.parseInt(uuid().slice(0, 8), 16) : 0)

const optionsOf = (definition: Definition, { now, uuid }: Pick<Environment, 'now' | 'uuid'>): QueryOptions => ({
  handlerType: definition.handlerType,
  emitEnabled: definition.emitEnabled,
  executionTimeout: definition.tuning.projectionExecutionTimeout ?? defaultExecutionTimeout,
  reordersPartitions: !definition.checkpointsDisabled && !isEngineV2(definition),
  engine: isEngineV2(definition) ? 2 : 1,
  continuous: definition.mode === 'Continuous',
  now: now(),
  seed: seedOf(definition.query, uuid),
})

/** Characters of a text that is beyond every time limit where it exceeds one: parsing so many takes five times as long as it may. */
const hopelessLength = 2 ** 20

const failsAgain = ({ kind }: QueryFault, { length }: string): boolean =>
  kind === 'syntax' || (kind === 'timeout' && length > hopelessLength)

/** The most opened queries that wait for a runner. */
const kept = 8

export function createPreparedQueries(openQuery: OpenQuery, environment: Pick<Environment, 'now' | 'uuid' | 'report'>) {
  const waiting = new Map<string, Query>()
  let hasRunners = false

  /** Keeps an unused query for the runner of a run; closes it where nothing is to run here. */
  const offer = (run: string | undefined, query: Query): void => {
    if (run === undefined || !hasRunners) return query.close()
    waiting.set(run, query)
    for (const [oldest, unused] of waiting) {
      if (waiting.size <= kept) break
      waiting.delete(oldest)
      unused.close()
    }
  }

  const open = async (definition: Definition): Promise<Prepared> => {
    const opened = await openQuery(definition.query, optionsOf(definition, environment))
    if (!isFault(opened)) return { kind: 'usable', query: opened }
    // Shape A of the specification: the message alone (projection-language §15).
    return { kind: 'unusable', fault: { reason: opened.message, ...placeOf(opened) }, isLasting: failsAgain(opened, definition.query) }
  }

  return {
    /** From now on queries that are offered wait for runners of this tab. */
    start(): void {
      hasRunners = true
    },
    open,
    /** Where no query can be opened at all, that is the fault of each of them: others must start all the same. */
    openAnyway: (definition: Definition): Promise<Prepared> =>
      open(definition).catch((error: unknown) => {
        environment.report(error)
        return { kind: 'unusable', fault: { reason: isError(error) ? error.message : String(error) } }
      }),
    /** Does the write for which a query was opened; the query then waits for the run that the write starts. @param write tells of that run. */
    async handOver<T>(opened: Prepared | undefined, write: (starts: (run: string | undefined) => void) => Promise<T>): Promise<T> {
      let run: string | undefined
      try {
        return await write((started) => (run = started))
      } catch (error) {
        run = undefined
        throw error
      } finally {
        if (opened?.kind === 'usable') offer(run, opened.query)
      }
    },
    take(run: string): Query | undefined {
      const query = waiting.get(run)
      waiting.delete(run)
      return query
    },
    /** Closes those whose run was over before its runner came. @param runs ids of the present runs. */
    keepOnly(runs: ReadonlySet<string>): void {
      for (const [run, query] of waiting) {
        if (runs.has(run)) continue
        waiting.delete(run)
        query.close()
      }
    },
    /** No runner takes the queries that wait. */
    stop(): void {
      hasRunners = false
      for (const query of waiting.values()) query.close()
      waiting.clear()
    },
  }
}
