// Converts states of partitions to the columns that a row stores, and back: cloned many times as fast as an object each.

import type { Tag } from './checkpoint.ts'
import type { PartitionRow } from './row.ts'

/** Partitions and what is known of each, column by column. */
export interface Entries {
  readonly partitions: readonly string[]
  readonly states: readonly string[]
  /** One word where every result is the text of the state, as it is without transformations. */
  readonly results: 'as states' | readonly (string | undefined)[]
  readonly ranks: readonly number[]
  /** Numbers of one stream, or any positions. */
  readonly tags: { readonly stream: string; readonly numbers: readonly number[] } | readonly Tag[]
}

export function packEntries(rows: ReadonlyMap<string, PartitionRow>): Entries {
  const values = [...rows.values()]
  return {
    partitions: [...rows.keys()],
    states: values.map(({ state }) => state),
    results: values.every(({ state, result }) => state === result) ? 'as states' : values.map(({ result }) => result),
    ranks: values.map(({ rank }) => rank),
    tags: packTags(values.map(({ tag }) => tag)),
  }
}

export const unpackEntries = (entries: Entries): (readonly [partition: string, row: PartitionRow])[] =>
  entries.partitions.map((partition, index) => [partition, rowAt(entries, index)] as const)

/** @returns what is known of one partition. */
export function entryOf(entries: Entries, partition: string): PartitionRow | undefined {
  const index = entries.partitions.indexOf(partition)
  return index < 0 ? undefined : rowAt(entries, index)
}

const rowAt = ({ states, results, ranks, tags }: Entries, index: number): PartitionRow => ({
  state: states[index]!,
  result: results === 'as states' ? states[index]! : results[index],
  rank: ranks[index]!,
  tag: isList(tags) ? tags[index]! : { kind: 'stream', stream: tags.stream, number: tags.numbers[index]! },
})

function packTags(tags: readonly Tag[]): Entries['tags'] {
  const [first] = tags
  if (first?.kind !== 'stream') return tags
  const numbers: number[] = []
  for (const tag of tags) {
    if (tag.kind !== 'stream' || tag.stream !== first.stream) return tags
    numbers.push(tag.number)
  }
  return { stream: first.stream, numbers }
}

/** `Array.isArray` forgets what it knows about read-only lists. */
const isList = (tags: Entries['tags']): tags is readonly Tag[] => Array.isArray(tags)
