// The differences of release 23.10 from 26.1.

import type { FactChanges } from '../facts.ts'

export const changes23_10: FactChanges = {
  projections: {
    mostStateSize: Number.POSITIVE_INFINITY,
    hasEngine2: false,
    handlerClass: 'EventStore.Projections.Core.Services.Interpreted.JintProjectionStateHandler',
  },
  language: {
    hasCreated: false,
    checksStrictly: false,
    parser: 'esprima',
    allowsGenerators: false,
    engine: 'jint-3',
    followsCulture: false,
  },
}
