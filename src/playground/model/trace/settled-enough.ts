// Waits for the projections before queries are traced: index streams would lack events that theirs have not read yet.

import type { Store } from '../../../engine/store.ts'

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
