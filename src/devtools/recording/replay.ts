// Sends the requests of a recording to a fresh store, to find out which of them end there as recorded, and what comes of them.

import type { LoggedExchange } from '../../engine/observe/request-log.ts'
import type { Store } from '../../engine/store.ts'
import { findingsOf } from '../../playground/panels/share/read-findings.ts'
import { sentRequest } from '../../playground/panels/requests/sent-request.ts'
import { fetchable } from '../../renderings/request.ts'
import type { RecordedSession } from './recorder.ts'

/** @param store fresh. @returns the writes that end as recorded, and what comes of them. */
export async function replayIn(store: Store, { before, after, writes }: RecordedSession) {
  await store.seed(before)
  const same: LoggedExchange[] = []
  for (const write of writes) {
    const { status } = await store.fetch(fetchable(sentRequest(write)))
    if (write.outcome.kind === 'answered' && write.outcome.status === status) same.push(write)
  }
  return { writes: same, findings: await findingsOf(store, after.projections) }
}
