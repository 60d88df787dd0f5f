// The differences of release 26.2 from 26.1.

import type { FactChanges } from '../facts.ts'

export const changes26_2: FactChanges = {
  projections: { transient: false },
  language: { textsAreJson: true, notANumberIsNull: true, readsScalarBodies: true, printsUnhandledBodies: true },
}
