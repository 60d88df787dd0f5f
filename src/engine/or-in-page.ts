// Lets queries run in the page where no Worker can be started for them, and says so once.

import { StoreError } from '../base/errors.ts'
import type { OpenQuery } from '../query/query.ts'

/** Why no Worker could be started. */
interface Problem {
  /** Goes on after "because". */
  readonly reason: string
  /** Full sentences. */
  readonly hint: string
}

export interface Places {
  readonly inWorkers: OpenQuery
  readonly inPage: OpenQuery
  /** Where it must not be, a Worker that does not start is an error. */
  readonly mayRunInPage: boolean
  /** @returns what an error says of a Worker that never came to life; undefined where it is about something else. */
  startFailure(error: unknown): string | undefined
  explain(said: string): Promise<Problem>
  warn(text: string): void
}

/** Once a Worker has come to life the page stays with Workers: what is wrong later may pass. */
export function orInPage({ inWorkers, inPage, mayRunInPage, startFailure, explain, warn }: Places): OpenQuery {
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
      // Several queries may have tried at the same time.
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
