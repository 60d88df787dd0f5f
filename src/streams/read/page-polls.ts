// Decides when a read of a page waits, and which commits end the wait (streams-http §19).

import { maxInt64 } from '../../base/events/events.ts'
import type { Environment } from '../../base/platform/environment.ts'
import type { Storage } from '../../storage/storage.ts'
import type { PolledRead } from './long-poll.ts'
import type { AllOutcome, AllRequest } from './all.ts'
import { readAllIn } from './all.ts'
import type { PageOutcome, PageRequest } from './page-reader.ts'
import { readPageIn } from './page-reader.ts'

interface Sources {
  readonly storage: Storage
  readonly environment: Pick<Environment, 'now'>
}

/** A page waits where it starts behind the last event of its stream, whatever its outcome; one of a deleted stream never does. */
export const pageRead = ({ storage, environment }: Sources, request: PageRequest): PolledRead<PageOutcome> => ({
  read: () => storage.read((tx) => readPageIn(tx, request, environment.now())),
  waits: (outcome) => {
    const last = lastOf(outcome)
    return last !== undefined && last !== maxInt64 && request.from !== 'head' && request.from > last
  },
  concerns: ({ streams }) => streams === undefined || streams.includes(request.stream),
  hasGrown: async (first) => {
    const head = await storage.read((tx) => tx.head(request.stream))
    return head !== undefined && (head.tombstone || BigInt(head.last) !== lastOf(first))
  },
})

function lastOf(outcome: PageOutcome): bigint | undefined {
  return outcome.kind === 'page' || outcome.kind === 'missing' || outcome.kind === 'not-modified' ? outcome.last : undefined
}

/**
 * A page of the log waits while it is empty at the end of the log, or, without a filter, while it is not modified and starts behind the
 * last record. Any record ends the wait, whether it passes the filter or not.
 */
export const allRead = ({ storage, environment }: Sources, request: AllRequest): PolledRead<AllOutcome> => ({
  read: () => storage.read((tx) => readAllIn(tx, request, environment.now())),
  waits: (outcome) =>
    outcome.kind === 'page'
      ? outcome.entries.length === 0 && outcome.isEnd
      : outcome.kind === 'not-modified' && !request.filter && request.from !== 'head' && request.from.commit > outcome.last,
  concerns: () => true,
  hasGrown: async (first) => {
    const end = await storage.read((tx) => tx.end())
    return first.kind === 'beyond-end' || BigInt(end) - 1n !== first.last
  },
})
