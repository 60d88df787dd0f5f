// Looks up what the rules of appending ask for, so that one append or deletion can be decided.

import { isSoftDeleted } from '../../base/events.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import type { AppendDecision, AppendQuestion, AppendState } from './append.ts'
import { decideByPlaces, decideByStoredIds } from './append.ts'
import type { Heads } from './heads.ts'
import { headOf } from './heads.ts'
import type { StreamWrite } from '../outcomes.ts'
import { expectedVersion } from '../outcomes.ts'
import { metastreamOf, originalsOf } from '../system.ts'

/** Streams whose heads a write to this one depends on. */
export function decisiveStreams(stream: string, expected: bigint): string[] {
  const streams = [stream, ...originalsOf(stream)]
  if (expected === expectedVersion.streamExists) streams.push(metastreamOf(stream))
  return streams
}

/**
 * A metastream dies with its stream only where it has no event yet: the reference remembers the end of the others
 * (streams-http §17, "POST metadata" to a hard-deleted stream).
 */
export function stateOf(heads: Heads, stream: string): AppendState {
  const head = headOf(heads, stream)
  const orphaned = head.last < 0 && originalsOf(stream).some((original) => headOf(heads, original).tombstone)
  return {
    last: head.last,
    deleted: head.tombstone || orphaned,
    softDeleted: isSoftDeleted(head),
    // Hardly ever asked for, and the names of many streams take their time.
    get hasMetadata() {
      return headOf(heads, metastreamOf(stream)).last >= 0
    },
  }
}

/** Whether something must be read before it can be decided. */
export const isQuestion = (begun: AppendDecision | AppendQuestion): begun is AppendQuestion =>
  begun.kind === 'places-of-ids' || begun.kind === 'ids-at'

/** Reads what is asked and decides by it. */
export async function answer(
  tx: ReadTransaction,
  write: StreamWrite,
  state: AppendState,
  question: AppendQuestion,
): Promise<AppendDecision> {
  const ids = write.events.map(({ id }) => id)
  if (question.kind === 'ids-at') {
    const stored = await idsAt(tx, write.stream, question.from, ids)
    return decideByStoredIds(state, write.expected, ids, stored)
  }
  const places = await tx.firstWithId(ids)
  return decideByPlaces(
    state,
    places.map((place) => (place?.stream === write.stream ? place.number : undefined)),
  )
}

/** The ids that stand from a number on; a scavenged event is still known by the place that its id has first. */
async function idsAt(tx: ReadTransaction, stream: string, from: number, ids: readonly string[]): Promise<(string | undefined)[]> {
  const events = await tx.stream(stream, { from, direction: 'forward', limit: ids.length })
  const stored = new Map(events.map(({ number, id }) => [number, id]))
  const isComplete = ids.every((_, index) => stored.has(from + index))
  const places = isComplete ? [] : await tx.firstWithId(ids)
  return ids.map((id, index) => {
    const place = places[index]
    const dropped = place?.stream === stream && place.number === from + index ? id : undefined
    return stored.get(from + index) ?? dropped
  })
}
