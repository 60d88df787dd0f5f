// Reads the metadata of a stream as clients see it: an event of the metastream, or nothing where the stream has none (streams-http §12.3).

import type { ReadTransaction } from '../storage/storage.ts'
import type { EventOutcome, EventRequest } from './read-page.ts'
import { readEventIn } from './read-page.ts'
import { metastreamOf } from './system.ts'

/** `nothing`: the stream has had events, but there is no such metadata event to read. */
export type MetadataOutcome = EventOutcome | { readonly kind: 'nothing' }

/** @param request names the stream, not its metastream. */
export async function readMetadataIn(tx: ReadTransaction, request: EventRequest, now: number): Promise<MetadataOutcome> {
  const [head, outcome] = await Promise.all([
    tx.head(request.stream),
    readEventIn(tx, { ...request, stream: metastreamOf(request.stream) }, now),
  ])
  return outcome.kind === 'missing' && head !== undefined && head.last >= 0 ? { kind: 'nothing' } : outcome
}
