// The differences of release 26.2 from 26.1.

import type { FactChanges } from '../facts.ts'

export const changes26_2: FactChanges = {
  calls: { version: '26.2.0' },
  streams: { fillsBrokenLinks: true },
  node: { product: 'KurrentDB 26.2', version: '26.2.0-prerelease', hasWebPages: false, hasLicense: true },
  subscriptions: { truncatesParked: true, remembersReplays: true },
  projections: { transient: false, faultsOversizedQueries: true },
  language: { textsAreJson: true, notANumberIsNull: true, readsScalarBodies: true, printsUnhandledBodies: true },
}
