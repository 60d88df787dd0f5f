// The five system projections as a fresh store registers them (projections-http §12).

import type { ProjectionFacts } from '../../base/release/facts.ts'
import type { Sources } from '../../query/query.ts'
import { handlerName, sourcesOfNative } from '../../query/query.ts'
import type { Definition } from './definition/definition.ts'
import { defaultTuning, engineVersionIn, systemAccount } from './definition/definition.ts'

/** In the order of registration. */
const systemProjections = [
  { name: '$streams', className: 'IndexStreams', query: '' },
  { name: '$stream_by_category', className: 'CategorizeStreamByPath', query: 'first\r\n-' },
  { name: '$by_category', className: 'CategorizeEventsByStreamPath', query: 'first\r\n-' },
  { name: '$by_event_type', className: 'IndexEventsByEventType', query: '' },
  { name: '$by_correlation_id', className: 'ByCorrelationId', query: '{"correlationIdProperty":"$correlationId"}' },
] as const

export const systemNames: readonly string[] = systemProjections.map(({ name }) => name)

/** System projections can never be deleted. */
export const isBuiltIn = (name: string): boolean => systemNames.includes(name)

/** The first definitions: disabled, with the sources that their queries would declare, so that a fresh store is written in one transaction. */
export const systemDefinitions = (facts: ProjectionFacts): (Definition & { readonly name: string; readonly sources: Sources })[] =>
  systemProjections.map(({ name, className, query }) => ({
    name,
    handlerType: `native:${handlerName(className, facts)}`,
    query,
    mode: 'Continuous',
    enabled: false,
    emitEnabled: true,
    checkpointsDisabled: false,
    trackEmittedStreams: false,
    epoch: -1,
    version: 0,
    runAs: systemAccount,
    tuning: defaultTuning,
    sources: sourcesOfNative(className),
    ...engineVersionIn(facts),
  }))
