// Commits outputs, states and progress of a run in one transaction, and only if no other writer touched the run (D5).

import type { WriteTransaction } from '../../../storage/storage.ts'
import type { AppendServices } from '../../model/append.ts'
import type { Run } from '../../model/tables.ts'
import { accessRows, projectionIn, projectionRows, runRows } from '../../model/tables.ts'
import { cachedIn } from '../../partitions/access.ts'
import type { CommitRequest, RunMemory } from './commit-writer.ts'
import { CommitWriter } from './commit-writer.ts'

/** @param memory updated. @returns the run afterwards; undefined where another writer has changed it, and nothing is written. */
export async function commitIn(
  services: AppendServices,
  tx: WriteTransaction,
  request: CommitRequest,
  memory: RunMemory,
): Promise<Run | undefined> {
  const { name } = request.context
  const [current, access] = await Promise.all([tx.row(runRows, name), tx.row(accessRows, name)])
  if (current?.id !== request.run.id || current.fence !== request.run.fence) return undefined
  const { run, fault, completes } = await new CommitWriter(services, tx, current, request, memory).write()
  const cached = cachedIn(tx, { name, access }, request.context.definition.sources, run, request.partitions)
  const after: Run = { ...run, ...(fault && { core: 'Faulted' }), cached, fence: current.fence + 1 }
  tx.putRow(runRows, name, after)
  // Its text may be long, and most commits do not change it.
  const row = fault || completes ? await tx.row(projectionRows, name) : undefined
  if (row) tx.putRow(projectionRows, name, fault ? { ...row, state: 'Faulted', fault: fault.fault } : { ...row, state: 'Completed' })
  return after
}

export type FailOutcome = { readonly kind: 'failed' } | { readonly kind: 'not-running' }

/**
 * Ends the run of a projection with a fault that no event caused: the row rests as Faulted, and the new fence rejects the commit that
 * the runner may be working on.
 *
 * @param reason the state reason, as clients see it.
 * @param expected fails only this run, and only if it has not changed since it was read.
 */
export async function failIn(tx: WriteTransaction, name: string, reason: string, expected?: Run): Promise<FailOutcome> {
  const { row, run } = await projectionIn(tx, name)
  if (!row || !run || row.state !== 'Running') return { kind: 'not-running' }
  if (expected && (run.id !== expected.id || run.fence !== expected.fence)) return { kind: 'not-running' }
  tx.putRow(projectionRows, name, { ...row, state: 'Faulted', fault: { reason } })
  tx.putRow(runRows, name, { ...run, core: 'Faulted', fence: run.fence + 1 })
  return { kind: 'failed' }
}
