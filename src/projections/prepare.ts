// Prepares definitions: opens their queries, and keeps an opened one for the runner that is about to need it.

import type { OpenQuery, Query, QueryFault, QueryOptions } from '../query/query.ts'
import { isFault } from '../query/query.ts'
import type { Definition } from './definition.ts'
import { defaultExecutionTimeout } from './definition.ts'
import type { Fault } from './row.ts'

export type Prepared = { readonly kind: 'usable'; readonly query: Query } | { readonly kind: 'unusable'; readonly fault: Fault }

export interface PreparedQueries {
  open(definition: Definition): Promise<Prepared>
  /**
   * Keeps a query that has not run yet for the runner of a run.
   *
   * @param run undefined where nothing is to run: the query is closed.
   */
  offer(run: string | undefined, query: Query): void
  take(run: string): Query | undefined
  close(): void
}

const optionsOf = (definition: Definition, now: number): QueryOptions => ({
  handlerType: definition.handlerType,
  emitEnabled: definition.emitEnabled,
  executionTimeout: definition.tuning.projectionExecutionTimeout ?? defaultExecutionTimeout,
  reordersPartitions: !definition.checkpointsDisabled,
  continuous: definition.mode === 'Continuous',
  now,
})

/** How many opened queries wait for their runner at most. */
const kept = 8

/** @param now the environment's clock. */
export function createPreparedQueries(openQuery: OpenQuery, now: () => number): PreparedQueries {
  const waiting = new Map<string, Query>()
  return {
    async open(definition) {
      const opened = await openQuery(definition.query, optionsOf(definition, now()))
      return isFault(opened) ? { kind: 'unusable', fault: faultOf(opened) } : { kind: 'usable', query: opened }
    },
    offer(run, query) {
      if (run === undefined) return query.close()
      waiting.set(run, query)
      for (const [oldest, unused] of waiting) {
        if (waiting.size <= kept) break
        waiting.delete(oldest)
        unused.close()
      }
    },
    take(run) {
      const query = waiting.get(run)
      waiting.delete(run)
      return query
    },
    close() {
      for (const query of waiting.values()) query.close()
      waiting.clear()
    },
  }
}

/** Shape A of the specification: the message alone (projection-language §15). */
const faultOf = ({ message, line, column }: QueryFault): Fault => ({
  reason: message,
  ...(line !== undefined && { line }),
  ...(column !== undefined && { column }),
})
