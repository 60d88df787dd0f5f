// Finds the texts of partitions that a query lacks: in the rows of its run, or in checkpoints of an earlier one.

import type { PartitionTexts, StatesByPartition } from '../../query/query.ts'
import { convertTag } from '../model/checkpoint.ts'
import type { Tag } from '../model/checkpoint.ts'
import type { PartitionMap } from './rows.ts'
import { readPartitions } from './rows.ts'
import type { PartitionRow, Run } from '../model/tables.ts'
import type { Services } from '../services.ts'
import type { RunContext } from '../model/run.ts'
import { storedTextsIn } from '../checkpoints/start-run.ts'

export interface FoundTexts {
  readonly texts: StatesByPartition
  /** Texts from checkpoints: the run has no rows of them yet. */
  readonly stored: PartitionMap
}

/** @param partitions without the root. */
export async function findTexts(
  { storage, streams }: Pick<Services, 'storage' | 'streams'>,
  run: Run,
  partitions: readonly string[],
  { name, source, stamp, ranks }: RunContext,
): Promise<FoundTexts> {
  const texts = new Map<string, PartitionTexts>()
  const stored = new Map<string, PartitionRow>()

  const fitting = (tag: Tag | undefined): Tag => {
    const conversion = tag && convertTag(tag, source)
    return conversion?.kind === 'converted' ? conversion.tag : run.start
  }

  await storage.read(async (tx) => {
    const met = await readPartitions(tx, run, partitions)
    await Promise.all(
      partitions.map(async (partition) => {
        const kept = met.get(partition)
        if (kept) {
          ranks.set(partition, kept.rank)
          texts.set(partition, kept)
        } else if (run.hasCheckpoints) {
          const found = await storedTextsIn(tx, streams, name, partition, stamp)
          if (!found) return
          texts.set(partition, found)
          stored.set(partition, { state: found.state, result: found.result, rank: 0, tag: fitting(found.tag) })
        }
      }),
    )
  })
  return { texts, stored }
}
