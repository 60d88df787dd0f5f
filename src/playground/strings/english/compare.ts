// English texts of the comparison, and of what a change of a projection would do to streams.

import { counted, printCount } from '../counts.ts'
import { replaceable } from '../texts.ts'

export const compare = replaceable('compare', {
  waiting: 'Waiting for the store.',
  with: 'Compare the draft with',
  rivals: {
    running: 'the running projection',
    engine: 'itself in the second engine',
    release: (release: string) => `itself in release ${release}`,
  },
  /** What the two sides are called. */
  sides: {
    running: 'Running',
    draft: 'Draft',
    engine: (number: number) => `Engine ${number}`,
    release: (release: string) => `Release ${release}`,
  },
  none: 'There is nothing to compare with.',
  comparing: 'Comparing …',
  agrees: (events: number) => `No difference over ${counted(events, 'handled event')}.`,
  differs: 'They differ.',
  first: 'They part at',
  event: (event: string, type: string) => `${event} (${type})`,
  whats: { partition: 'Partition', state: 'State', result: 'Result', emissions: 'Emissions', fault: 'Fault' },
  nothing: 'none',
  states: 'Last states and results that differ',
  stateOf: (partition: string) => `State of ${partition}`,
  resultOf: (partition: string) => `Result of ${partition}`,
  moreChanges: (count: number) => `and ${counted(count, 'more change')}`,
  morePartitions: (count: number) => `and ${counted(count, 'more partition')}`,
  emitted: (one: string, first: number, other: string, second: number) =>
    `Emitted events and links: ${printCount(first)} (${one}), ${printCount(second)} (${other})`,
  faults: (side: string, message: string) => `${side} faults: ${message}`,
  tried: {
    heading: 'What Run would do to streams',
    ask: 'Try on a copy',
    trying: 'Trying on a copy of the store …',
    isNew: 'Run creates a projection: no stream loses anything.',
    nothing: 'No stream would change.',
    table: 'Streams that would change',
    effects: { deleted: 'deleted', truncated: 'beginning cut off' },
    counts: (removed: number, written: number) =>
      [
        ...(removed > 0 ? [`${counted(removed, 'event')} removed`] : []),
        ...(written > 0 ? [`${counted(written, 'event')} written`] : []),
      ].join(', '),
    more: (count: number) => `and ${counted(count, 'more stream')}`,
    fault: (reason: string) => `It would be faulted: ${reason}`,
  },
  reset: {
    title: (name: string) => `Reset ${name}?`,
    means: 'It forgets its state and begins again with the first event.',
    cancel: 'Cancel',
    reset: 'Reset',
  },
})
