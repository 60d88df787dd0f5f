// The shape of a faulty query with what should be found in it.

import type { Code } from '../codes.ts'
import type { DiagnoseOptions } from '../diagnose.ts'

export interface FaultyQuery {
  /** Where a user asked; none for queries of our own. */
  readonly from?: string
  /** The codes that name the cause; one of them is expected. */
  readonly codes: readonly Code[]
  /** Beside the events of the test. */
  readonly options?: DiagnoseOptions
  /** The query, with the right place between `⟦` and `⟧`. */
  readonly query: string
}
