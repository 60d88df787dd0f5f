// The facts of release 26.1, in full: other releases are described by their differences from it.

import type { ReleaseFacts } from '../facts.ts'

export const facts26_1: ReleaseFacts = {
  release: '26.1',
  projections: {
    transient: true,
    mostStateSize: 16_777_216,
    hasEngine2: true,
    handlerClass: 'KurrentDB.Projections.Core.Services.Interpreted.JintProjectionStateHandler',
  },
  language: {
    hasCreated: true,
    textsAreJson: false,
    notANumberIsNull: false,
    readsScalarBodies: false,
    printsUnhandledBodies: false,
    checksStrictly: true,
    parser: 'acornima',
    allowsGenerators: true,
    engine: 'jint-4',
    followsCulture: true,
  },
}
