// Decides how a run takes its steps: for speed, or so that the same requests always leave the same store behind (decision 23).

import type { Environment } from '../../base/environment.ts'

export interface RunPace {
  /** Milliseconds of handlers after which a batch is committed at the latest. */
  readonly longestHandling: number
  /** Whether real time is measured: what handlers take is reported, and what commits take decides how large the next ones are. */
  readonly isMeasured: boolean
  /** Whether each commit is over before the query goes on. */
  readonly awaitsCommits: boolean
}

const swift: RunPace = { longestHandling: 50, isMeasured: true, awaitsCommits: false }
/** Where a slice ends should be a number of events, and not hang on time. */
const repeatable: RunPace = { longestHandling: 10_000, isMeasured: false, awaitsCommits: true }

export const runPaceOf = ({ isRepeatable = false }: Pick<Environment, 'isRepeatable'>): RunPace => (isRepeatable ? repeatable : swift)
