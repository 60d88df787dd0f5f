// Looks up the state and the ids that the rules of appending need.

import { valuesOf } from '../../base/events/column.ts'
import { isDeletedForWrites } from '../../base/events/events.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import type { AppendDecision, AppendQuestion, AppendState } from './append.ts'
import { decideByPlaces, decideByStoredIds } from './append.ts'
import type { Heads } from './heads.ts'
import { headOf } from './heads.ts'
import type { StreamWrite } from '../outcomes.ts'
import { expectedVersion } from '../outcomes.ts'
import { metastreamOf, originalsOf } from '../system.ts'

/** The streams whose heads decide a write to this one. */
export function decisiveStreams(stream: string, expected: bigint): string[] {
  const streams = [stream, ...originalsOf(stream)]
  if (expected === expectedVersion.streamExists) streams.push(metastreamOf(stream))
  return streams
}

/**
 * A metastream is deleted with its stream only where it has no event yet: the server caches the end of the others
 * (streams-http §17, "POST metadata" to a hard-deleted stream).
 */
export function stateOf(heads: Heads, stream: string): AppendState {
  const head = headOf(heads, stream)
  const orphaned = head.last < 0 && originalsOf(stream).some((original) => headOf(heads, original).tombstone)
  return {
    last: head.last,
    deleted: head.tombstone || orphaned,
    softDeleted: isDeletedForWrites(head),
    // Lazy: rarely needed, and costly for many streams.
    get hasMetadata() {
      return headOf(heads, metastreamOf(stream)).last >= 0
    },
  }
}

export const isQuestion = (check: AppendDecision | AppendQuestion): check is AppendQuestion =>
  check.kind === 'places-of-ids' || check.kind === 'ids-at'

/** Reads the answer to the question, and decides. */
export async function answerQuestion(
  tx: ReadTransaction,
  write: StreamWrite,
  state: AppendState,
  question: AppendQuestion,
): Promise<AppendDecision> {
  const ids = valuesOf(write.events.id, write.events.count)
  if (question.kind === 'ids-at') {
    const stored = await idsAt(tx, write.stream, question.from, ids)
    return decideByStoredIds(state, write.expected, ids, stored)
  }
  const numbersOf = async (asked: readonly string[]): Promise<(number | undefined)[]> =>
    (await tx.firstWithId(asked)).map((place) => (place?.stream === write.stream ? place.number : undefined))
  // An unknown first id decides, and nearly every append has one.
  const first = await numbersOf(ids.slice(0, 1))
  return decideByPlaces(state, write.expected, first[0] === undefined ? first : await numbersOf(ids))
}

/** The ids at a number and behind it; the storage still knows the ids of scavenged events. */
async function idsAt(tx: ReadTransaction, stream: string, from: number, ids: readonly string[]): Promise<(string | undefined)[]> {
  const stored: (string | undefined)[] = ids.map(() => undefined)
  for (const { number, id } of await tx.stream(stream, { from, direction: 'forward', limit: ids.length }))
    if (number - from < ids.length) stored[number - from] = id
  if (!stored.includes(undefined)) return stored
  const places = await tx.firstWithId(ids)
  return ids.map((id, index) => {
    const place = places[index]
    const dropped = place?.stream === stream && place.number === from + index ? id : undefined
    return stored[index] ?? dropped
  })
}
