// What a query reads: its sources and options, and those of a query that has selected nothing.

/** The events to read, as the query's definition phase decided (projection-language §4). */
export interface Sources {
  readonly allStreams: boolean
  readonly categories: readonly string[]
  readonly streams: readonly string[]
  readonly allEvents: boolean
  readonly events: readonly string[]
  readonly byStreams: boolean
  readonly byCustomPartitions: boolean
  readonly options: SourceOptions
}

export interface SourceOptions {
  readonly definesFold: boolean
  readonly producesResults: boolean
  readonly definesStateTransform: boolean
  readonly handlesDeletedNotifications: boolean
  readonly includeLinks: boolean
  readonly resultStreamName: string | null
  readonly partitionResultStreamNamePattern: string | null
  readonly reorderEvents: boolean
  /** Milliseconds. */
  readonly processingLag: number
  readonly biState: boolean
}

/** Of a query that has selected nothing and set no option. */
export const emptySources: Sources = {
  allStreams: false,
  categories: [],
  streams: [],
  allEvents: false,
  events: [],
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
