// Counts how often the content of a store was replaced, so that a reader in any tab notices that its place is one of an earlier content.

import type { ReadTransaction, WriteTransaction } from '../storage/storage.ts'
import { table } from '../storage/storage.ts'

/** A snapshot leaves it out: restored into another store, the count would go back. */
export const generationTable = table<number>('generation')

const key = ''

/** @returns 0 for a store that has never been cleared, reset or restored. */
export const generationIn = async (tx: ReadTransaction): Promise<number> => (await tx.row(generationTable, key)) ?? 0

/** @param replace removes the content, this count included. */
export async function nextGenerationIn(tx: WriteTransaction, replace: () => Promise<void>): Promise<void> {
  const earlier = await generationIn(tx)
  await replace()
  tx.putRow(generationTable, key, earlier + 1)
}
