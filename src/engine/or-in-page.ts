// Runs queries in the page where no Worker starts for them, and warns once.

import { StoreError } from '../base/errors.ts'
import type { OpenQuery } from '../query/query.ts'

/** Why no Worker could be started. */
interface Problem {
  /** Continues a sentence after "because". */
  readonly reason: string
  /** Full sentences. */
  readonly hint: string
}

export interface FallbackOptions {
  readonly inWorkers: OpenQuery
  readonly inPage: OpenQuery
  /** If false, a Worker that does not start is an error. */
  readonly mayRunInPage: boolean
  /** @returns the message of an error from a Worker that never started; undefined for other errors. */
  startFailure(error: unknown): string | undefined
  explain(said: string): Promise<Problem>
  warn(text: string): void
}

/** Once one Worker has started, queries stay in Workers: a later problem may be temporary. */
export function orInPage({ inWorkers, inPage, mayRunInPage, startFailure, explain, warn }: FallbackOptions): OpenQuery {
  let place: 'unknown' | 'workers' | 'page' = mayRunInPage ? 'unknown' : 'workers'

  const open: OpenQuery = async (source, options) => {
    if (place === 'page') return inPage(source, options)
    try {
      const opened = await inWorkers(source, options)
      if (place === 'unknown') place = 'workers'
      return opened
    } catch (error) {
      const said = startFailure(error)
      if (said === undefined) throw error
      const problem = await explain(said)
      if (place === 'workers') throw unavailable(problem, error)
      // Several queries may have failed at the same time.
      if (place === 'unknown') warn(warningOf(problem))
      place = 'page'
      return inPage(source, options)
    }
  }
  return Object.assign(open, {
    prepare() {
      if (place !== 'page') inWorkers.prepare?.()
    },
  })
}

const unavailable = ({ reason, hint }: Problem, cause: unknown): StoreError =>
  new StoreError('sandbox-unavailable', `The Worker for a query could not be started, because ${reason}.`, { hint, cause })

const warningOf = ({ reason, hint }: Problem): string =>
  `[rillbox] Queries of projections run in the page, because no Worker could be started for them: ${reason}. An endless loop in a query ` +
  `holds the page up until its time limit. ${hint} The option queries: 'in-process' says that this is meant.`
