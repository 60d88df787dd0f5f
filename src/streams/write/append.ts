// Decides whether new events may be appended, were appended before, or conflict with what is there (streams-http §8.7).

import { expectedVersion } from '../outcomes.ts'

/** What is known of the stream before the append. */
export interface AppendState {
  /** Number of the last event ever appended, -1 if none. */
  readonly last: number
  readonly deleted: boolean
  readonly softDeleted: boolean
  /** Whether the metastream has an event. Only looked at where the stream must exist. */
  readonly hasMetadata: boolean
}

export type AppendDecision =
  | { readonly kind: 'append' }
  | { readonly kind: 'repeated'; readonly first: number; readonly last: number }
  | { readonly kind: 'wrong-version'; readonly current: number }
  | { readonly kind: 'deleted' }

/** What must be looked up before it can be decided: steps 3 and 4. */
export type AppendQuestion =
  /** Where did this stream first hold each of the ids? */
  | { readonly kind: 'places-of-ids' }
  /** Which ids stand at `from` and behind it? */
  | { readonly kind: 'ids-at'; readonly from: number }

/**
 * Steps 1, 2, 5 and 6, and which of 3 and 4 is to be answered.
 *
 * @param expected the expected version, -1, -2, -4 or the number of an event.
 */
export function beginAppend(state: AppendState, expected: bigint): AppendDecision | AppendQuestion {
  if (state.deleted) return { kind: 'deleted' }
  if (expected === expectedVersion.streamExists) {
    if (state.softDeleted) return { kind: 'deleted' }
    if (state.last < 0 && !state.hasMetadata) return mismatch(state)
  }
  if (expected === expectedVersion.any || expected === expectedVersion.streamExists)
    return state.last < 0 ? { kind: 'append' } : { kind: 'places-of-ids' }
  if (expected < state.last) return { kind: 'ids-at', from: Number(expected) + 1 }
  return expected > state.last ? mismatch(state) : { kind: 'append' }
}

/**
 * Step 3, for expected versions that fit every state of the stream.
 *
 * @param places for each new event the number under which this stream was the first in the store to hold its id.
 */
export function decideByPlaces(state: AppendState, places: readonly (number | undefined)[]): AppendDecision {
  const [first] = places
  if (first === undefined) return { kind: 'append' }
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

/** A deletion is checked like the append of one event with an id that nobody has seen (streams-http §9). */
export function decideDeletion(state: AppendState, expected: bigint): Exclude<AppendDecision, { kind: 'repeated' }> {
  const begun = beginAppend(state, expected)
  if (begun.kind === 'places-of-ids') return { kind: 'append' }
  if (begun.kind === 'ids-at') return expected === expectedVersion.noStream && state.softDeleted ? { kind: 'append' } : mismatch(state)
  return begun.kind === 'repeated' ? mismatch(state) : begun
}

const mismatch = (state: AppendState): { kind: 'wrong-version'; current: number } => ({ kind: 'wrong-version', current: state.last })
