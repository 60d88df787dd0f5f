// The one place where the playground traces a query: by the rules by which a run of the draft would handle it, unless others are asked for;
// and the wait for the projections before it: index streams would lack events that theirs have not read yet.

import type { TraceOptions, TracePart } from '../../../engine/observe/trace.ts'
import type { Store } from '../../../engine/store.ts'
import type { Draft } from '../draft/draft.ts'
import { emits } from '../draft/run-requests.ts'

/** Runs the query of a draft over the store's events, without writing. */
export const traceOf = (store: Store, draft: Draft, options: TraceOptions = {}): AsyncIterable<TracePart> =>
  store.trace(draft.query, { emit: emits(draft), projection: draft.name, continuous: draft.mode === 'continuous', ...options })

/** The longest wait in milliseconds: readers step through one projection while another is slow or feeds itself. */
const patience = 2000

/** @throws the signal's reason where it aborts. */
export async function settledEnough(store: Pick<Store, 'settled'>, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(patience)])
  await store.settled({ signal: limit }).catch((error: unknown) => {
    signal.throwIfAborted()
    if (!limit.aborted) throw error
  })
}
