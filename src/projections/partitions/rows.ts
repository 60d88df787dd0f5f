// Keeps the states of a run's partitions in few rows: commits append their changes to a journal, which is folded into blocks now and then.

import type { ReadTransaction, WriteTransaction } from '../../storage/storage.ts'
import type { PartitionColumns } from '../model/partition-columns.ts'
import { findPartition, packPartitions, unpackPartitions } from '../model/partition-columns.ts'
import type { PartitionRow, Run } from '../model/tables.ts'
import { partitionRows } from '../model/tables.ts'

/** Rows by partition. */
export type PartitionMap = ReadonlyMap<string, PartitionRow>

/** The size of the stored changes that are not folded yet; a runner that does not know it counts again. */
export interface Journal {
  readonly rows: number
  /** A partition that changed in two commits counts twice. */
  readonly changes: number
}

export const emptyJournal: Journal = { rows: 0, changes: 0 }

/** The part of a run that locates its rows. */
type RowPlace = Pick<Run, 'id' | 'partitionBlocks'>

/** About so many partitions share a block: reading it costs hardly more than reading one partition. */
const perBlock = 512

/** A journal of so few changes is not worth folding … */
const shortJournal = 32_768
/** … unless it consists of so many rows that looking a partition up takes long. */
const mostJournalRows = 48

const prefixOf = (run: string): string => `${run}/`
const journalPrefix = (run: string): string => `${run}/changed/`
/** Keys sort in the order of commits. @param fence of the run before the commit. */
const journalKey = ({ id, fence }: Pick<Run, 'id' | 'fence'>): string => journalPrefix(id) + String(fence).padStart(16, '0')
const blockKey = (run: string, block: number): string => `${run}/block/${block}`

/** @returns the partition as of the last commit; undefined where the run has not met it. */
export async function readPartition(tx: ReadTransaction, run: RowPlace, partition: string): Promise<PartitionRow | undefined> {
  const [journal, block] = await Promise.all([tx.rows(partitionRows, journalPrefix(run.id)), readBlock(tx, run, partition)])
  for (const [, entries] of journal.toReversed()) {
    const found = findPartition(entries, partition)
    if (found) return found
  }
  return block && findPartition(block, partition)
}

/** @returns the partitions that the run has met, out of these. */
export async function readPartitions(tx: ReadTransaction, run: RowPlace, partitions: readonly string[]): Promise<PartitionMap> {
  const numbers = new Set(run.partitionBlocks > 0 ? partitions.map((partition) => blockOf(partition, run.partitionBlocks)) : [])
  const [journal, ...blocks] = await Promise.all([
    readJournal(tx, run.id),
    ...[...numbers].map((block) => tx.row(partitionRows, blockKey(run.id, block))),
  ])
  const known = new Map([...blocks.flatMap((block) => (block ? unpackPartitions(block) : [])), ...journal.flat()])
  return new Map(partitions.flatMap((partition) => (known.has(partition) ? [[partition, known.get(partition)!] as const] : [])))
}

/** All partitions that the run has met, in no particular order. */
export async function readAllPartitions(tx: ReadTransaction, { id }: RowPlace): Promise<PartitionMap> {
  const rows = await tx.rows(partitionRows, prefixOf(id))
  const isJournal = (key: string) => key.startsWith(journalPrefix(id))
  const blocks = rows.filter(([key]) => !isJournal(key))
  const journal = rows.filter(([key]) => isJournal(key))
  return new Map([...blocks, ...journal].flatMap(([, entries]) => unpackPartitions(entries)))
}

/** The changes since the last folding, row by row. */
async function readJournal(tx: ReadTransaction, run: string): Promise<(readonly (readonly [partition: string, row: PartitionRow])[])[]> {
  const rows = await tx.rows(partitionRows, journalPrefix(run))
  return rows.map(([, entries]) => unpackPartitions(entries))
}

async function countJournal(tx: ReadTransaction, run: string): Promise<Journal> {
  const rows = await readJournal(tx, run)
  return { rows: rows.length, changes: rows.flat().length }
}

/**
 * Stores the changes of one commit.
 *
 * @param run the one to be committed, still with the fence before the commit.
 * @returns the size of the journal and the number of blocks afterwards.
 */
export async function writePartitions(
  tx: WriteTransaction,
  run: Run,
  changed: PartitionMap,
  known: Journal | undefined,
): Promise<{ readonly journal: Journal | undefined; readonly partitionBlocks: number }> {
  const { partitionBlocks } = run
  if (changed.size === 0) return { journal: known, partitionBlocks }
  const journal = known ?? (await countJournal(tx, run.id))
  const changes = journal.changes + changed.size
  if (changes < Math.max(shortJournal, run.partitions) && journal.rows < mostJournalRows) {
    tx.putRow(partitionRows, journalKey(run), packPartitions(changed))
    return { journal: { rows: journal.rows + 1, changes }, partitionBlocks }
  }
  return { journal: emptyJournal, partitionBlocks: await fold(tx, run, changed) }
}

/** Deletes all partitions of a run. */
export function deletePartitions(tx: WriteTransaction, run: string): void {
  tx.deleteRows(partitionRows, prefixOf(run))
}

/**
 * Folds the journal and the present changes into blocks.
 *
 * @returns the number of blocks, which grows with the number of partitions.
 */
async function fold(tx: WriteTransaction, run: Run, changed: PartitionMap): Promise<number> {
  const count = blocksFor(run.partitions)
  if (count === run.partitionBlocks) {
    const journal = await readJournal(tx, run.id)
    tx.deleteRows(partitionRows, journalPrefix(run.id))
    await foldIntoBlocks(tx, run.id, count, new Map([...journal.flat(), ...changed]))
    return count
  }
  const all = new Map([...(await readAllPartitions(tx, run)), ...changed])
  tx.deleteRows(partitionRows, prefixOf(run.id))
  for (const [block, entries] of byBlock(all, count)) tx.putRow(partitionRows, blockKey(run.id, block), packPartitions(entries))
  return count
}

async function foldIntoBlocks(tx: WriteTransaction, run: string, count: number, changed: PartitionMap): Promise<void> {
  const touched = [...byBlock(changed, count)]
  const blocks = await Promise.all(touched.map(([block]) => tx.row(partitionRows, blockKey(run, block))))
  for (const [index, [block, entries]] of touched.entries()) {
    const before = blocks[index]
    const after = before ? new Map([...unpackPartitions(before), ...entries]) : entries
    tx.putRow(partitionRows, blockKey(run, block), packPartitions(after))
  }
}

function byBlock(partitions: PartitionMap, count: number): Map<number, Map<string, PartitionRow>> {
  const blocks = new Map<number, Map<string, PartitionRow>>()
  for (const [partition, row] of partitions) {
    const number = blockOf(partition, count)
    const block = blocks.get(number)
    if (block) block.set(partition, row)
    else blocks.set(number, new Map([[partition, row]]))
  }
  return blocks
}

const readBlock = async (
  tx: ReadTransaction,
  { id, partitionBlocks }: RowPlace,
  partition: string,
): Promise<PartitionColumns | undefined> =>
  partitionBlocks > 0 ? tx.row(partitionRows, blockKey(id, blockOf(partition, partitionBlocks))) : undefined

/** Powers of two, so that the number of blocks changes seldom. */
const blocksFor = (partitions: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, partitions / perBlock)))

/** FNV-1a over the UTF-16 units. @param count a power of two. */
function blockOf(partition: string, count: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < partition.length; index++) hash = Math.imul(hash ^ partition.charCodeAt(index), 0x01000193)
  return (hash ^ (hash >>> 15)) & (count - 1)
}
