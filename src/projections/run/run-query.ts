// Opens the query of a run when it is needed first: a run that has nothing to handle costs no engine.

import type { Query } from '../../query/query.ts'
import type { Definition } from '../model/definition/definition.ts'
import type { FaultReason, Run } from '../model/tables.ts'
import type { Services } from '../services.ts'

export interface RunQuery {
  /** Undefined until it is open. */
  readonly opened: Query | undefined
  /** @returns a fault where it cannot be opened. It stays unopened, too, where it was closed meanwhile. */
  open(): Promise<FaultReason | undefined>
  close(): void
}

/** @param run a query that waits for this run is taken. */
export function createRunQuery({ prepared }: Services, definition: Definition, run: Run): RunQuery {
  let opened = prepared.take(run.id)
  let isClosed = false
  return {
    get opened() {
      return opened
    },
    async open() {
      if (opened) return undefined
      // A run that another tab has begun goes on as soon as queries can be opened here: there it could be opened.
      const outcome = await (run.fence > 0 ? prepared.open(definition) : prepared.openAnyway(definition))
      if (outcome.kind === 'unusable') return outcome.fault
      if (isClosed) outcome.query.close()
      else opened = outcome.query
      return undefined
    },
    close() {
      if (!isClosed) opened?.close()
      isClosed = true
    },
  }
}
