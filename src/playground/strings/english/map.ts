// English texts of the map.

import { replaceable } from '../texts.ts'

export const map = replaceable('map', {
  waiting: 'Waiting for the store.',
  empty: 'No streams yet. The first event creates one.',
  legend: 'From left to right: streams, the projections that read them, and the streams they write. Dashed lines are links.',
  leftOut: (printed: string) => `Streams that are not drawn: ${printed}.`,
  list: 'Streams and projections',
  all: 'All streams',
  faulted: 'Faulted',
  stream: (name: string) => `Stream ${name}`,
  category: (name: string) => `Category ${name}`,
  projection: (name: string) => `Projection ${name}`,
  events: (count: number, printed: string) => (count === 1 ? '1 event' : `${printed} events`),
  handled: (events: string) => `${events} handled`,
  hasFailed: (reason: string) => `failed: ${reason}`,
  reads: (names: string) => `reads ${names}`,
  writes: (names: string) => `writes to ${names}`,
  readBy: (names: string) => `read by ${names}`,
  writtenBy: (names: string) => `written by ${names}`,
})
