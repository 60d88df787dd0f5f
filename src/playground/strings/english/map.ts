// English texts of the map.

import { replaceable } from '../texts.ts'

export const map = replaceable('map', {
  waiting: 'Waiting for the store.',
  empty: 'No streams yet. The first event creates one.',
  legend: 'From left to right: streams, the projections that read them, and the streams they write. Dashed lines are links.',
  /** Below the number of streams that are not drawn. */
  more: 'more',
  moreStreams: (printed: string) => `${printed} more streams`,
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
  past: {
    title: 'All projections over time',
    slider: 'Event of the log',
    place: (place: string, count: string) => `event ${place} of ${count}`,
    nothing: 'The store has no events yet.',
    reading: (percent: number) => `Reading … ${percent} %`,
    stop: 'Stop',
    again: 'Read again',
    stopped: 'Stopped before all projections were read.',
    outdated: 'The store has changed since.',
    states: 'States after this event',
    projection: 'Projection',
    partitions: (count: number, printed: string) => (count === 1 ? '1 partition' : `${printed} partitions`),
    state: 'State',
    none: 'none yet',
    shared: 'shared',
    tooLarge: 'States from here on are too large to keep.',
  },
})
