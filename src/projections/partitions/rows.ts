// Keeps the states of a run's partitions in few rows: commits append their changes to a journal, which is folded into blocks now and then.

import type { ReadTransaction, WriteTransaction } from '../../storage/storage.ts'
import { joinTexts, reader } from '../../base/events/column.ts'
import { hashText } from '../../base/hash.ts'
import type { Tag } from '../model/positions/checkpoint.ts'
import type { PartitionColumns, PartitionRow, Run } from '../model/tables.ts'
import { emissionRows, partitionRows } from '../model/tables.ts'

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

const journalPrefix = (run: string): string => `${run}/changed/`
/** Keys sort in the order of commits. @param fence of the run before the commit. */
const journalKey = ({ id, fence }: Pick<Run, 'id' | 'fence'>): string => journalPrefix(id) + String(fence).padStart(16, '0')
const blockKey = (run: string, block: number): string => `${run}/block/${block}`

/** @returns the partitions that the run has met as of the last commit, out of these. */
export async function readPartitions(
  tx: ReadTransaction,
  { id, partitionBlocks }: RowPlace,
  partitions: readonly string[],
): Promise<PartitionMap> {
  const numbers = new Set(partitionBlocks > 0 ? partitions.map((partition) => blockOf(partition, partitionBlocks)) : [])
  const [journal, ...blocks] = await Promise.all([
    tx.rows(partitionRows, journalPrefix(id)),
    ...[...numbers].map((block) => tx.row(partitionRows, blockKey(id, block))),
  ])
  const wanted = new Set(partitions)
  const found = new Map<string, PartitionRow>()
  for (const columns of [...journal.map(([, changes]) => changes).toReversed(), ...blocks]) {
    // A single name is looked for before anything is unpacked.
    if (!columns || (partitions.length === 1 && !columns.partitions.joined.includes(partitions[0]!))) continue
    for (const [partition, row] of unpackPartitions(columns)) if (wanted.delete(partition)) found.set(partition, row)
    if (wanted.size === 0) break
  }
  return found
}

/** All partitions that the run has met, in no particular order. */
export const readAllPartitions = async (tx: ReadTransaction, { id }: RowPlace): Promise<PartitionMap> =>
  new Map(await entriesIn(tx, `${id}/`))

/** Later entries replace earlier ones: the rows of blocks come before the journal, and that is in the order of commits. */
const entriesIn = async (tx: ReadTransaction, prefix: string): Promise<PartitionEntry[]> =>
  (await tx.rows(partitionRows, prefix)).flatMap(([, columns]) => unpackPartitions(columns))

async function countJournal(tx: ReadTransaction, run: string): Promise<Journal> {
  const rows = await tx.rows(partitionRows, journalPrefix(run))
  return { rows: rows.length, changes: rows.reduce((sum, [, { ranks }]) => sum + ranks.length, 0) }
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

/** Deletes everything that belongs to a run beside its row: partitions, and emissions that wait for a checkpoint. */
export function deleteRunRows(tx: WriteTransaction, run: string): void {
  tx.deleteRows(partitionRows, `${run}/`)
  tx.deleteRows(emissionRows, `${run}/`)
}

/** Folds the journal and the present changes into blocks. @returns their number, which grows with the number of partitions. */
async function fold(tx: WriteTransaction, run: Run, changed: PartitionMap): Promise<number> {
  const count = blocksFor(run.partitions)
  // With another number of blocks all of them are made anew.
  const prefix = count === run.partitionBlocks ? journalPrefix(run.id) : `${run.id}/`
  const entries = new Map([...(await entriesIn(tx, prefix)), ...changed])
  tx.deleteRows(partitionRows, prefix)
  const blocks = [...Map.groupBy(entries, ([partition]) => blockOf(partition, count))]
  const kept = await Promise.all(blocks.map(([block]) => tx.row(partitionRows, blockKey(run.id, block))))
  for (const [index, [block, news]] of blocks.entries()) {
    const before = kept[index]
    tx.putRow(partitionRows, blockKey(run.id, block), packPartitions(new Map([...(before ? unpackPartitions(before) : []), ...news])))
  }
  return count
}

/** Powers of two, so that the number of blocks changes seldom. */
const blocksFor = (partitions: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, partitions / perBlock)))

/** @param count a power of two. */
function blockOf(partition: string, count: number): number {
  const hash = hashText(partition)
  return (hash ^ (hash >>> 15)) & (count - 1)
}

type PartitionEntry = readonly [partition: string, row: PartitionRow]

function packPartitions(rows: PartitionMap): PartitionColumns {
  const values = [...rows.values()]
  return {
    partitions: joinTexts([...rows.keys()]),
    states: joinTexts(values.map(({ state }) => state)),
    results: values.every(({ state, result }) => state === result) ? 'as states' : values.map(({ result }) => result),
    ranks: values.map(({ rank }) => rank),
    tags: packTags(values.map(({ tag }) => tag)),
  }
}

function packTags(tags: readonly Tag[]): PartitionColumns['tags'] {
  const [first] = tags
  if (first?.kind !== 'stream') return tags
  const numbers = tags.flatMap((tag) => (tag.kind === 'stream' && tag.stream === first.stream ? [tag.number] : []))
  return numbers.length === tags.length ? { stream: first.stream, numbers } : tags
}

function unpackPartitions({ partitions, states, results, ranks, tags }: PartitionColumns): PartitionEntry[] {
  const partitionAt = reader<string>(partitions)
  const stateAt = reader<string>(states)
  return ranks.map((rank, index) => {
    const state = stateAt(index)
    const result = results === 'as states' ? state : results[index]
    const tag: Tag = 'stream' in tags ? { kind: 'stream', stream: tags.stream, number: tags.numbers[index]! } : tags[index]!
    return [partitionAt(index), { state, result, rank, tag }]
  })
}
