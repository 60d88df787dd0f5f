// Ends the run of a projection with a fault that no event caused.

import type { WriteTransaction } from '../../storage/storage.ts'
import type { Run } from '../model/tables.ts'
import { projectionRows, runRows } from '../model/tables.ts'

export type FailOutcome = { readonly kind: 'failed' } | { readonly kind: 'not-running' }

/**
 * The row rests as Faulted, and the new fence rejects the commit that the runner may be working on.
 *
 * @param reason the state reason, as clients see it.
 * @param expected fails only this run, and only if it has not changed since it was read.
 */
export async function failIn(tx: WriteTransaction, name: string, reason: string, expected?: Run): Promise<FailOutcome> {
  const [row, run] = await Promise.all([tx.row(projectionRows, name), tx.row(runRows, name)])
  if (!row || !run || row.state !== 'Running') return { kind: 'not-running' }
  if (expected && (run.id !== expected.id || run.fence !== expected.fence)) return { kind: 'not-running' }
  tx.putRow(projectionRows, name, { ...row, state: 'Faulted', fault: { reason } })
  tx.putRow(runRows, name, { ...run, core: 'Faulted', fence: run.fence + 1 })
  return { kind: 'failed' }
}
