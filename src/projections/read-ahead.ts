// Reads the next batches while the query is at the one before, and tells the query of each as soon as it is there.

import type { Query, QueryEvent } from '../query/query.ts'
import type { Batch } from './batch.ts'
import type { Reader } from './reader.ts'
import type { Cursor } from './row.ts'

/** A batch, and its events as the query is given them. */
export interface ReadBatch {
  readonly batch: Batch
  readonly events: readonly QueryEvent[]
}

export interface ReadAhead {
  /**
   * Begins to read what follows a batch, unless that is known already, and then what follows that.
   *
   * @param isWhole whether the query will be given the batches as they are, so that it gains from hearing of them before.
   */
  readOn(cursor: Cursor, isWhole: boolean): void
  /** Hands over what was read ahead, or else reads from the cursor. Rejects where reading fails. */
  take(cursor: Cursor): Promise<ReadBatch>
}

/** A read waits for commits that began before it: two of them bridge the time that a checkpoint takes. */
const mostAhead = 2

export function createReadAhead(reader: Reader, query: Pick<Query, 'prepare'>): ReadAhead {
  /** In order; undefined where nothing follows for now. */
  const ahead: Promise<ReadBatch | undefined>[] = []

  const read = async (cursor: Cursor): Promise<ReadBatch> => {
    const batch = await reader.next(cursor)
    return { batch, events: batch.deliveries.map(({ event }) => event) }
  }

  const readAndPrepare = async (cursor: Cursor): Promise<ReadBatch> => {
    const next = await read(cursor)
    if (next.events.length > 0) query.prepare?.(next.events, next.batch.reads, next.batch.bodies)
    return next
  }

  const readBehind = async (before: Promise<ReadBatch | undefined>): Promise<ReadBatch | undefined> => {
    const batch = (await before)?.batch
    return batch && isFollowed(batch) ? readAndPrepare(batch.cursor) : undefined
  }

  const push = (reading: Promise<ReadBatch | undefined>): void => {
    ahead.push(reading)
    // Nobody may be awaiting it when a step ends otherwise.
    reading.catch(() => undefined)
  }

  return {
    readOn(cursor, isWhole) {
      if (ahead.length === 0) push(isWhole ? readAndPrepare(cursor) : read(cursor))
      while (isWhole && ahead.length < mostAhead) push(readBehind(ahead.at(-1)!))
    },
    take(cursor) {
      const reading = ahead.shift()
      return reading ? reading.then((found) => found ?? read(cursor)) : read(cursor)
    },
  }
}

/** Whether more of the source is there behind a batch that is for the query. */
export const isFollowed = ({ atEnd, deliveries, fault }: Batch): boolean => !atEnd && !fault && deliveries.length > 0
