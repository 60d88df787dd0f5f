// Runs queries in the page where no Worker starts for them, and warns once.

import { StoreError } from '../../base/errors.ts'
import type { LanguageFacts } from '../../base/release/facts.ts'
import type { CheckingOpenQuery, QueryOptions } from '../../query/query.ts'

/** Why no Worker could be started. */
interface Problem {
  /** Continues a sentence after "because". */
  readonly reason: string
  /** Full sentences. */
  readonly hint: string
}

export interface FallbackOptions {
  readonly inWorkers: CheckingOpenQuery
  readonly inPage: CheckingOpenQuery
  /** If false, a Worker that does not start is an error. */
  readonly mayRunInPage: boolean
  /** @returns the message of an error from a Worker that never started; undefined for other errors. */
  startFailure(error: unknown): string | undefined
  explain(said: string): Promise<Problem>
  warn(text: string): void
}

/** Once one Worker has started, queries stay in Workers: a later problem may be temporary. */
export function orInPage({ inWorkers, inPage, mayRunInPage, startFailure, explain, warn }: FallbackOptions): CheckingOpenQuery {
  let place: 'unknown' | 'workers' | 'page' = mayRunInPage ? 'unknown' : 'workers'

  /** @param use opens or checks a query in the place it is given. */
  async function attempt<Value>(use: (where: CheckingOpenQuery) => Promise<Value>): Promise<Value> {
    if (place === 'page') return await use(inPage)
    try {
      const value = await use(inWorkers)
      if (place === 'unknown') place = 'workers'
      return value
    } catch (error) {
      const said = startFailure(error)
      if (said === undefined) throw error
      const problem = await explain(said)
      if (place === 'workers') throw unavailable(problem, error)
      // Several queries may have failed at the same time.
      if (place === 'unknown') warn(warningOf(problem))
      place = 'page'
      return await use(inPage)
    }
  }

  return Object.assign((source: string, options: QueryOptions) => attempt((open) => open(source, options)), {
    check: (source: string, language?: LanguageFacts) => attempt(({ check }) => check(source, language)),
    prepare() {
      if (place !== 'page') inWorkers.prepare?.()
    },
    expect() {
      if (place !== 'page') inWorkers.expect?.()
    },
  })
}

const unavailable = ({ reason, hint }: Problem, cause: unknown): StoreError =>
  new StoreError('sandbox-unavailable', `The Worker for a query could not be started, because ${reason}.`, { hint, cause })

const warningOf = ({ reason, hint }: Problem): string =>
  `[rillbox] Queries of projections run in the page, because no Worker could be started for them: ${reason}. An endless loop in a query ` +
  `holds the page up until its time limit. ${hint} The option queries: 'in-process' says that this is meant.`
