// Decides whether new events are appended, were appended before, or conflict with the stream (streams-http §8.7).

import { maxInt64 } from '../../base/events/events.ts'
import { expectedVersion } from '../outcomes.ts'

/** The state of a stream before the append. */
export interface AppendState {
  /** Number of the last event ever appended, -1 if none. */
  readonly last: number
  readonly deleted: boolean
  readonly softDeleted: boolean
  /** Whether the metastream has an event; matters only where the stream must exist. */
  readonly hasMetadata: boolean
}

export type AppendDecision =
  | { readonly kind: 'append' }
  | { readonly kind: 'repeated'; readonly first: number; readonly last: number }
  | { readonly kind: 'wrong-version'; readonly current: number }
  | { readonly kind: 'deleted' }

/** A look-up that the decision needs: steps 3 and 4. */
export type AppendQuestion =
  /** The numbers under which the stream first held the ids. */
  | { readonly kind: 'places-of-ids' }
  /** The ids at `from` and behind it. */
  | { readonly kind: 'ids-at'; readonly from: number }

/** Expected versions that ask for a state of the stream and not for its last number. */
const fitsAnyNumber: readonly bigint[] = [expectedVersion.any, expectedVersion.streamExists, expectedVersion.softDeleted]

/**
 * Steps 1, 2, 5 and 6, or the question of step 3 or 4.
 *
 * @param expected the expected version, -1, -2, -4, -5 or the number of an event.
 */
export function checkVersion(state: AppendState, expected: bigint): AppendDecision | AppendQuestion {
  if (state.deleted) return { kind: 'deleted' }
  if (expected === expectedVersion.streamExists) {
    if (state.softDeleted) return { kind: 'deleted' }
    if (state.last < 0 && !state.hasMetadata) return mismatch(state)
  }
  if (fitsAnyNumber.includes(expected)) return state.last < 0 ? decideByPlaces(state, expected, []) : { kind: 'places-of-ids' }
  if (expected < state.last) return { kind: 'ids-at', from: Number(expected) + 1 }
  return expected > state.last ? mismatch(state) : { kind: 'append' }
}

/**
 * Step 3, for expected versions that name no number. Only new events ask whether the stream is soft-deleted where it has to be: an append
 * that is sent again has brought it back itself.
 *
 * @param expected -2, -4 or -5.
 * @param places for each new event its number in this stream, where this stream held its id first in the store.
 */
export function decideByPlaces(state: AppendState, expected: bigint, places: readonly (number | undefined)[]): AppendDecision {
  const [first] = places
  if (first === undefined) return expected === expectedVersion.softDeleted && !state.softDeleted ? mismatch(state) : { kind: 'append' }
  if (places.includes(undefined)) return mismatch(state)
  return { kind: 'repeated', first, last: places.at(-1) ?? first }
}

/**
 * Step 4, for an expected version that lies before the last event.
 *
 * @param expected -1 or the number of an event before the last.
 * @param ids of the new events.
 * @param stored the ids at the numbers behind the expected version, as many as there are new events; undefined beyond the last event.
 */
export function decideByStoredIds(
  state: AppendState,
  expected: bigint,
  ids: readonly string[],
  stored: readonly (string | undefined)[],
): AppendDecision {
  const differs = ids.findIndex((id, index) => id !== stored[index])
  const first = Number(expected) + 1
  if (differs < 0) return { kind: 'repeated', first, last: first + ids.length - 1 }
  if (differs === 0 && expected === expectedVersion.noStream && state.softDeleted) return { kind: 'append' }
  return mismatch(state)
}

/** What an append of no events finds; `append` where the stream is as expected. */
export function decideCheck(state: AppendState, expected: bigint): Exclude<AppendDecision, { kind: 'repeated' }> {
  if (state.deleted) return fitsTombstone.includes(expected) ? { kind: 'append' } : { kind: 'deleted' }
  const question = checkVersion(state, expected)
  const check = question.kind === 'places-of-ids' ? decideByPlaces(state, expected, []) : question
  if (check.kind === 'ids-at') return expected === expectedVersion.noStream && state.softDeleted ? { kind: 'append' } : mismatch(state)
  return check.kind === 'repeated' ? mismatch(state) : check
}

/** Expected versions that a stream has once it is deleted for good. */
const fitsTombstone: readonly bigint[] = [expectedVersion.any, expectedVersion.noStream, maxInt64]

/** A deletion passes the checks of an append of one event with a new id (streams-http §9). */
export function decideDeletion(state: AppendState, expected: bigint): Exclude<AppendDecision, { kind: 'repeated' }> {
  const question = checkVersion(state, expected)
  const check = question.kind === 'places-of-ids' ? decideByPlaces(state, expected, [undefined]) : question
  if (check.kind === 'ids-at') return expected === expectedVersion.noStream && state.softDeleted ? { kind: 'append' } : mismatch(state)
  return check.kind === 'repeated' ? mismatch(state) : check
}

const mismatch = (state: AppendState): { kind: 'wrong-version'; current: number } => ({ kind: 'wrong-version', current: state.last })
