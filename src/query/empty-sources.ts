// The sources of a query that has selected nothing and set no option.

import type { Sources } from './query.ts'

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
