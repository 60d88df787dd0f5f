// Reads the next batch while the query is at the one before, and tells the query of it as soon as it is there.

import type { Query, QueryEvent } from '../../query/query.ts'
import type { Batch } from './batch.ts'
import type { Reader } from './reader.ts'
import type { SourceCursor } from '../model/tables.ts'

/** A batch, and its events as the query is given them. */
export interface ReadBatch {
  readonly batch: Batch
  readonly events: readonly QueryEvent[]
}

export interface ReadAhead {
  /**
   * Begins to read what follows a batch.
   *
   * @param isWhole whether the query will be given it as it is, so that it gains from hearing of it before.
   */
  readOn(cursor: SourceCursor, isWhole: boolean): void
  /** Hands over what was read ahead, or else reads from the cursor. Rejects where reading fails. */
  take(cursor: SourceCursor): Promise<ReadBatch>
}

export function createReadAhead(reader: Reader, query: Pick<Query, 'prepare'>): ReadAhead {
  let ahead: Promise<ReadBatch> | undefined

  const read = async (cursor: SourceCursor): Promise<ReadBatch> => {
    const batch = await reader.next(cursor)
    return { batch, events: batch.deliveries.map(({ event }) => event) }
  }

  const readAndPrepare = async (cursor: SourceCursor): Promise<ReadBatch> => {
    const next = await read(cursor)
    if (next.events.length > 0) query.prepare?.(next.events, next.batch.reads, next.batch.bodies)
    return next
  }

  return {
    readOn(cursor, isWhole) {
      ahead = isWhole ? readAndPrepare(cursor) : read(cursor)
      // Nobody may be awaiting it when a step ends otherwise.
      ahead.catch(() => undefined)
    },
    take(cursor) {
      const reading = ahead ?? read(cursor)
      ahead = undefined
      return reading
    },
  }
}
