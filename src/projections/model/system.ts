// The five system projections as a fresh store registers them (projections-http §12).

import type { Sources } from '../../query/query.ts'
import type { Definition } from './definition.ts'
import { defaultTuning, systemAccount } from './definition.ts'

/** In the order of registration. */
const systemProjections = [
  { name: '$streams', className: 'IndexStreams', query: '', includeLinks: true },
  { name: '$stream_by_category', className: 'CategorizeStreamByPath', query: 'first\r\n-', includeLinks: true },
  { name: '$by_category', className: 'CategorizeEventsByStreamPath', query: 'first\r\n-', includeLinks: true },
  { name: '$by_event_type', className: 'IndexEventsByEventType', query: '', includeLinks: false },
  { name: '$by_correlation_id', className: 'ByCorrelationId', query: '{"correlationIdProperty":"$correlationId"}', includeLinks: false },
] as const

export const systemNames: readonly string[] = systemProjections.map(({ name }) => name)

/** System projections can never be deleted. */
export const isSystemProjection = (name: string): boolean => systemNames.includes(name)

/** Known without opening the queries, so that a fresh store is written in one transaction. */
const sourcesOf = (includeLinks: boolean): Sources => ({
  allStreams: true,
  categories: [],
  streams: [],
  allEvents: true,
  events: [],
  byStreams: false,
  byCustomPartitions: false,
  options: {
    definesFold: true,
    producesResults: false,
    definesStateTransform: false,
    handlesDeletedNotifications: false,
    includeLinks,
    resultStreamName: null,
    partitionResultStreamNamePattern: null,
    reorderEvents: false,
    processingLag: 0,
    biState: false,
  },
})

/** The first definitions: disabled. */
export const systemDefinitions = (): (Definition & { readonly name: string; readonly sources: Sources })[] =>
  systemProjections.map(({ name, className, query, includeLinks }) => ({
    name,
    handlerType: `native:EventStore.Projections.Core.Standard.${className}`,
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
    sources: sourcesOf(includeLinks),
  }))
