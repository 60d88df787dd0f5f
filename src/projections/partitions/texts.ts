// Finds states and results of partitions, for queries and requests: in the rows of a run, or in checkpoints of an earlier one.

import type { PartitionTexts, StatesByPartition } from '../../query/query.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import { convertTag } from '../model/positions/checkpoint.ts'
import type { Tag } from '../model/positions/checkpoint.ts'
import { tagJson } from '../model/positions/checkpoint-text.ts'
import type { NoReply, Unknown } from '../model/outcomes.ts'
import type { PartitionMap } from './rows.ts'
import { readPartitions } from './rows.ts'
import type { PartitionRow, Projection, Run } from '../model/tables.ts'
import type { Services } from '../services.ts'
import type { RunContext } from '../model/run.ts'
import { stampOf, textsOf } from '../model/run.ts'
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

export type StateOutcome =
  | {
      readonly kind: 'texts'
      /** Empty if there is none. */
      readonly state: string
      readonly result: string
      /** The last handled position as JSON, if the run has one to show. */
      readonly position: string | undefined
    }
  | Unknown
  | NoReply

const nothing: StateOutcome = { kind: 'texts', state: '', result: '', position: undefined }

/** Reads the state and the result of a partition for a request (projections-http §9). @param partition empty for the root. */
export async function stateIn(
  tx: ReadTransaction,
  { streams }: Services,
  { row, run }: Projection,
  partition: string,
): Promise<StateOutcome> {
  if (row.state === 'Creating' || row.state === 'Loading' || row.state === 'Loaded') return nothing
  // The server asks a core that does not exist for the present query.
  if (!row.definition?.sources) return { kind: 'no-reply' }
  if (!run || !run.loaded) return nothing
  const met = partition === '' ? textsOf(run) : (await readPartitions(tx, run, [partition])).get(partition)
  // A partition that is not in memory may have a checkpoint, except in the second phase.
  const isStored = !met && run.phase === 0 && run.hasCheckpoints
  const texts = isStored ? await storedTextsIn(tx, streams, row.name, partition, stampOf(row, run)) : met
  const position = run.phase === 0 ? tagJson(run.position) : undefined
  return { kind: 'texts', state: texts?.state ?? '', result: texts?.result ?? '', position }
}
