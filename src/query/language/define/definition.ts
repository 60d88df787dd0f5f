// The definition that a query's script makes: sources, options and handlers.

import { dictionary, list, setPrototypeOf } from '../primordials.ts'

export type Handler = (...args: unknown[]) => unknown

export interface TransformStep {
  readonly keeps: boolean
  readonly call: Handler
}

/** Flags as in projection-language §4.2. */
export const sources = {
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
    resultStreamName: null as string | null,
    partitionResultStreamNamePattern: null as string | null,
    reorderEvents: false,
    processingLag: 0,
    biState: false,
  },
}
setPrototypeOf(sources, null)
setPrototypeOf(sources.options, null)

/** Filled by the script as it runs. */
export const definition = {
  handlers: dictionary<Handler>(),
  created: list<Handler>(),
  steps: list<TransformStep>(),
  /** The object that selectors and chained methods return. */
  chain: {},
  init: undefined as Handler | undefined,
  initShared: undefined as Handler | undefined,
  any: undefined as Handler | undefined,
  deleted: undefined as Handler | undefined,
  partitionBy: undefined as Handler | undefined,
}
