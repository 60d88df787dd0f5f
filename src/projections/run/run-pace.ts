// Decides whether a run goes for speed, or so that the same requests always leave the same store behind (decision 23).

import type { Environment } from '../../base/environment.ts'

export interface RunPace {
  /** Milliseconds of handlers after which a commit is due. */
  readonly longestHandling: number
  /** Whether real time counts: it is reported for handlers, and the duration of commits decides the size of the next ones. */
  readonly isMeasured: boolean
  /** Whether the query waits for each commit. */
  readonly awaitsCommits: boolean
}

const swift: RunPace = { longestHandling: 50, isMeasured: true, awaitsCommits: false }
/** Commits end after a number of events, whatever the time. */
const repeatable: RunPace = { longestHandling: 10_000, isMeasured: false, awaitsCommits: true }

export const runPaceOf = ({ isRepeatable = false }: Pick<Environment, 'isRepeatable'>): RunPace => (isRepeatable ? repeatable : swift)
