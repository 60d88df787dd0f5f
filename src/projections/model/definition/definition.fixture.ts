// Makes definitions, source definitions and rows for tests.

import { emptySources } from '../../../query/sources.ts'
import type { SourceOptions, Sources } from '../../../query/query.ts'
import type { Definition } from './definition.ts'
import { defaultTuning } from './definition.ts'
import type { ProjectionRow, Run } from '../tables.ts'
import { newRun } from '../run.ts'
import { sourceOf } from '../source.ts'
import { zeroTag } from '../positions/checkpoint.ts'

/** @param given members that matter to the test; by default it reads the whole stream `s`. */
export function sourcesFixture(given: Partial<Omit<Sources, 'options'>> & { readonly options?: Partial<SourceOptions> } = {}): Sources {
  return {
    ...emptySources,
    streams: given.allStreams || given.categories ? [] : ['s'],
    allEvents: true,
    ...given,
    options: { ...emptySources.options, definesFold: true, ...given.options },
  }
}

export const definitionFixture = (given: Partial<Definition> = {}): Definition => ({
  handlerType: 'JS',
  query: "fromStream('s').when({ $any: function (s, e) { return s } })",
  mode: 'Continuous',
  enabled: true,
  emitEnabled: false,
  checkpointsDisabled: false,
  trackEmittedStreams: false,
  epoch: -1,
  version: 0,
  runAs: { name: 'admin', roles: ['role'] },
  tuning: defaultTuning,
  sources: sourcesFixture(),
  ...given,
})

export const rowFixture = (given: Partial<ProjectionRow> = {}): ProjectionRow => ({
  name: 'p',
  id: 6,
  place: 5,
  definition: definitionFixture(),
  state: 'Running',
  fault: undefined,
  ...given,
})

export function runFixture(given: Partial<Run> = {}): Run {
  const sources = sourcesFixture()
  const beginning = { tag: zeroTag(sourceOf(sources)), state: '', result: undefined, checkpointNumber: -1, hasCheckpoints: false }
  return { ...newRun('run', { ...definitionFixture(), sources }, beginning, 'Running'), ...given }
}
