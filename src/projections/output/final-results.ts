// Collects the outputs at the end of a query's source: the results of all partitions, in order of first appearance.

import type { ReadTransaction } from '../../storage/storage.ts'
import type { Output } from './outputs.ts'
import { finalOutputs } from './outputs.ts'
import { readAllPartitions } from '../partitions/rows.ts'
import type { Run } from '../model/tables.ts'
import type { CommitContext } from '../run/pending-commit.ts'
import { isPartitioned } from '../model/source.ts'

/** @param last the run at its end, whose partitions are in their rows by now. */
export async function finalResultsIn(
  tx: ReadTransaction,
  last: Run,
  { name, definition, stamp }: Pick<CommitContext, 'name' | 'definition' | 'stamp'>,
): Promise<readonly Output[]> {
  const { mode, sources } = definition
  const outputContext = { name, mode, stamp, sources }
  if (!isPartitioned(sources)) return finalOutputs([last.result], outputContext)
  const rows = [...(await readAllPartitions(tx, last)).values()]
  const results = rows.sort((a, b) => a.rank - b.rank).map(({ result }) => result)
  return finalOutputs(sources.options.biState ? [undefined, ...results] : results, outputContext)
}
