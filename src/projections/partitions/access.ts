// Records accesses to projections, for the expiry of transient ones and for `partitionsCached` (projections-http §6.2, §7.6).

import type { Sources } from '../../query/query.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/storage.ts'
import type { AccessRow, Run } from '../model/tables.ts'
import type { PartitionMap } from './rows.ts'
import { readPartitions } from './rows.ts'
import { accessRows, runRows } from '../model/tables.ts'
import { hasRootState } from '../model/source.ts'

/** Milliseconds after which the time of the last access is written again. */
const precision = 30_000

export interface Access {
  readonly name: string
  /** A partition that a GET of state or result named; empty for the root, which is always in memory. */
  readonly partition?: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Whether the access is to be written: one to a new partition, or well past the known one. */
export const isNewAccess = async (tx: ReadTransaction, access: Access, run: Run | undefined): Promise<boolean> =>
  (await nextAccess(tx, access, run)) !== undefined

/** Writes an access for which `isNewAccess` holds. */
export async function noteAccessIn(tx: WriteTransaction, access: Access): Promise<void> {
  const next = await nextAccess(tx, access, await tx.row(runRows, access.name))
  if (next) tx.putRow(accessRows, access.name, next)
}

async function nextAccess(
  tx: ReadTransaction,
  { name, partition = '', now }: Access,
  run: Run | undefined,
): Promise<AccessRow | undefined> {
  const known = await tx.row(accessRows, name)
  const id = run?.id ?? ''
  const asked = known?.run === id ? known.asked : []
  const isNew = partition !== '' && !asked.includes(partition) && !(run && (await readPartitions(tx, run, [partition])).has(partition))
  if (known && !isNew && now - known.time < precision) return undefined
  return { time: now, run: id, asked: isNew ? [...asked, partition] : asked }
}

/**
 * `partitionsCached` of a run: its partitions, the root if any, and unknown partitions that requests asked for.
 *
 * @param changed partitions that the run has met by now; from then on they count as its own.
 */
export function cachedIn(
  tx: WriteTransaction,
  { name, access }: { readonly name: string; readonly access: AccessRow | undefined },
  sources: Sources | undefined,
  run: Run,
  changed?: PartitionMap,
): number {
  const root = sources && hasRootState(sources) ? 1 : 0
  if (!access || access.run !== run.id) return root + run.partitions
  const asked = access.asked.filter((partition) => !changed?.has(partition))
  if (asked.length < access.asked.length) tx.putRow(accessRows, name, { ...access, asked })
  return root + run.partitions + asked.length
}
