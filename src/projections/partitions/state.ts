// Reads the state and the result of a partition for a request (projections-http §9).

import type { PartitionTexts } from '../../query/query.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import { tagJson } from '../model/checkpoint-text.ts'
import type { NoReply, Unknown } from '../model/outcomes.ts'
import { readPartition } from './rows.ts'
import type { ProjectionRow, Run } from '../model/tables.ts'
import { projectionRows, runRows } from '../model/tables.ts'
import { stampOf } from '../model/run.ts'
import type { Services } from '../services.ts'
import { storedTextsIn } from '../checkpoints/start-run.ts'

export type StateOutcome =
  | {
      readonly kind: 'texts'
      /** Empty where there is none. */
      readonly state: string
      readonly result: string
      /** The last handled position as JSON, if the run has one to show. */
      readonly position: string | undefined
    }
  | Unknown
  | NoReply

const nothing: StateOutcome = { kind: 'texts', state: '', result: '', position: undefined }

/** @param partition empty for the root. */
export async function stateIn(tx: ReadTransaction, services: Services, name: string, partition: string): Promise<StateOutcome> {
  const [row, run] = await Promise.all([tx.row(projectionRows, name), tx.row(runRows, name)])
  if (!row) return { kind: 'unknown' }
  if (row.state === 'Creating' || row.state === 'Loading') return nothing
  // The reference asks a core that does not exist for the present query.
  if (!row.definition?.sources) return { kind: 'no-reply' }
  if (!run || !run.loaded) return nothing
  const texts = await textsIn(tx, services, row, run, partition)
  const position = run.phase === 0 ? tagJson(run.position) : undefined
  return { kind: 'texts', state: texts?.state ?? '', result: texts?.result ?? '', position }
}

/** Falls back to the checkpoint stream of a partition that is not in memory, except in the second phase. */
async function textsIn(
  tx: ReadTransaction,
  { streams }: Services,
  row: ProjectionRow,
  run: Run,
  partition: string,
): Promise<PartitionTexts | undefined> {
  if (partition === '') return run
  const found = await readPartition(tx, run, partition)
  if (found || run.phase === 1 || !run.hasCheckpoints) return found
  return storedTextsIn(tx, streams, row.name, partition, stampOf(row, run))
}
