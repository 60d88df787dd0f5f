// Reads the next batch while the query handles the present one, and lets the query prepare it.

import type { Query, QueryEvent } from '../../query/query.ts'
import type { Batch } from './batch.ts'
import type { Reader } from './reader.ts'
import type { SourceCursor } from '../model/tables.ts'

/** A batch, and its events as the query gets them. */
export interface ReadBatch {
  readonly batch: Batch
  readonly events: readonly QueryEvent[]
}

export interface ReadAhead {
  /**
   * Begins to read the next batch.
   *
   * @param isWhole whether the query will get the batch as a whole, so that preparing it pays.
   */
  readOn(cursor: SourceCursor, isWhole: boolean): void
  /** @returns the batch that was read ahead, or else one from the cursor. Rejects where reading fails. */
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
      // A step that ends early leaves it unawaited.
      ahead.catch(() => undefined)
    },
    take(cursor) {
      const reading = ahead ?? read(cursor)
      ahead = undefined
      return reading
    },
  }
}
