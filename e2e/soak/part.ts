// The form of a part of the soak run.

import type { Table } from '../../scripts/documents/reliability.ts'

export interface PartOptions {
  readonly seed: number
  /** When to begin nothing more, as `Date.now()` has it. */
  readonly until: number
  readonly say: (line: string) => void
}

export interface PartReport {
  /** By the name of their markers in docs/inside/reliability.md. */
  readonly tables: Readonly<Record<string, Table>>
  /** One sentence each. */
  readonly faults: readonly string[]
}
