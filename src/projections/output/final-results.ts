// What a query writes when its source has ended: the results of all partitions, in the order of their first appearance.

import type { ReadTransaction } from '../../storage/storage.ts'
import type { Output } from './outputs.ts'
import { finalOutputs } from './outputs.ts'
import { readAllPartitions } from '../partitions/rows.ts'
import type { Run } from '../model/tables.ts'
import type { CommitContext } from '../run/pending-commit.ts'
import { isPartitioned } from '../model/source.ts'

/** @param last the run as it ends; its partitions are in their rows by now. */
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
