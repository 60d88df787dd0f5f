// Finds partitions that earlier runs have left in streams, and that the present run has not met yet.

import type { ReadTransaction } from '../../storage/storage.ts'
import { partitionCheckpointStream, stateStream } from '../model/names.ts'
import { projectionRows } from '../model/tables.ts'

/** Heads that are read at once. */
const pageLength = 500

/** Streams of partitions to look at: pictures of the store ask after every change. */
const mostStreams = 1000

/**
 * @param met those that the present run has met.
 * @param hasState whether the stream that belongs to a partition has a state that counts.
 * @returns the others among the first thousand, in the order of their streams' names.
 */
export async function leftPartitions(
  tx: ReadTransaction,
  name: string,
  kind: 'checkpoint' | 'state',
  { met, hasState }: { readonly met: readonly string[]; readonly hasState: (partition: string) => Promise<boolean> },
): Promise<readonly string[]> {
  const known = new Set(met)
  const candidates: string[] = []
  let seen = 0
  for await (const partition of partitionsNamed(tx, name, kind)) {
    if (!known.has(partition)) candidates.push(partition)
    if (++seen === mostStreams) break
  }
  // Its root has such a stream as well.
  const isProjection = async (partition: string) => (await tx.row(projectionRows, `${name}-${partition}`)) !== undefined
  const isLeft = async (partition: string) => (await hasState(partition)) && (kind === 'checkpoint' || !(await isProjection(partition)))
  // Asked together: a database takes as long for one as for many.
  const found = await Promise.all(candidates.map(isLeft))
  return candidates.filter((_, index) => found[index])
}

async function* partitionsNamed(tx: ReadTransaction, name: string, kind: 'checkpoint' | 'state'): AsyncGenerator<string, void> {
  const streamOf = kind === 'checkpoint' ? partitionCheckpointStream : stateStream
  const [beginning, ending] = streamOf(name, '\0').split('\0') as [string, string]
  for (let after = beginning; ;) {
    const heads = await tx.heads(after, pageLength)
    for (const { stream } of heads) {
      if (!stream.startsWith(beginning)) return
      const end = stream.length - ending.length
      if (end > beginning.length && stream.endsWith(ending)) yield stream.slice(beginning.length, end)
    }
    if (heads.length < pageLength) return
    after = heads.at(-1)!.stream
  }
}
