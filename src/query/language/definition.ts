// The definition that a query's script makes: sources, options and handlers.

import type { SafeMap } from './primordials.ts'
import { list, map, setPrototypeOf } from './primordials.ts'

export type Handler = (...args: unknown[]) => unknown

export interface TransformStep {
  readonly keeps: boolean
  readonly call: Handler
}

/** Everything that the script defined; flags as in projection-language §4.2. */
export interface QueryDefinition {
  readonly sources: DefinedSources
  readonly handlers: SafeMap<string, Handler>
  readonly created: Handler[]
  readonly steps: TransformStep[]
  /** The object that selectors and chained methods return. */
  readonly chain: object
  init: Handler | undefined
  initShared: Handler | undefined
  any: Handler | undefined
  deleted: Handler | undefined
  partitionBy: Handler | undefined
}

export interface DefinedSources {
  allStreams: boolean
  readonly categories: string[]
  readonly streams: string[]
  allEvents: boolean
  readonly events: string[]
  byStreams: boolean
  byCustomPartitions: boolean
  readonly options: {
    definesFold: boolean
    producesResults: boolean
    definesStateTransform: boolean
    handlesDeletedNotifications: boolean
    includeLinks: boolean
    resultStreamName: string | null
    partitionResultStreamNamePattern: string | null
    reorderEvents: boolean
    processingLag: number
    biState: boolean
  }
}

export const sources: DefinedSources = {
  allStreams: false,
  categories: list<string>(),
  streams: list<string>(),
  allEvents: true,
  events: list<string>(),
  byStreams: false,
  byCustomPartitions: false,
  options: {
    definesFold: false,
    producesResults: false,
    definesStateTransform: false,
    handlesDeletedNotifications: false,
    includeLinks: false,
    resultStreamName: null,
    partitionResultStreamNamePattern: null,
    reorderEvents: false,
    processingLag: 0,
    biState: false,
  },
}
setPrototypeOf(sources, null)
setPrototypeOf(sources.options, null)

/** Filled by the script as it runs. */
export const definition: QueryDefinition = {
  sources,
  handlers: map(),
  created: list(),
  steps: list(),
  chain: {},
  init: undefined,
  initShared: undefined,
  any: undefined,
  deleted: undefined,
  partitionBy: undefined,
}
