// Reads the next batch while the query handles the present one.

import type { SourceCursor } from '../model/tables.ts'
import type { Batch } from './batch.ts'
import type { Reader } from './reader.ts'

export interface ReadAhead {
  /** Begins to read the next batch. */
  readOn(cursor: SourceCursor): void
  /** @returns the batch that was read ahead, or else one from the cursor. Rejects where reading fails. */
  take(cursor: SourceCursor): Promise<Batch>
}

export function createReadAhead(reader: Reader): ReadAhead {
  let ahead: Promise<Batch> | undefined
  return {
    readOn(cursor) {
      ahead = reader.next(cursor)
      // A step that ends early leaves it unawaited.
      ahead.catch(() => undefined)
    },
    take(cursor) {
      const reading = ahead ?? reader.next(cursor)
      ahead = undefined
      return reading
    },
  }
}
