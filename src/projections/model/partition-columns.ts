// Converts states of partitions to the columns of a row, and back: columns are cloned many times faster than objects.

import type { JoinedTexts } from '../../base/column.ts'
import { joinTexts, reader } from '../../base/column.ts'
import type { Tag } from './checkpoint.ts'
import type { PartitionRow } from './tables.ts'

/** Partitions with their states, column by column. */
export interface PartitionColumns {
  readonly partitions: JoinedTexts
  readonly states: JoinedTexts
  /** `as states` where every result equals its state, as without transformations. */
  readonly results: 'as states' | readonly (string | undefined)[]
  readonly ranks: readonly number[]
  /** Numbers of one stream, or any positions. */
  readonly tags: { readonly stream: string; readonly numbers: readonly number[] } | readonly Tag[]
}

export function packPartitions(rows: ReadonlyMap<string, PartitionRow>): PartitionColumns {
  const values = [...rows.values()]
  return {
    partitions: joinTexts([...rows.keys()]),
    states: joinTexts(values.map(({ state }) => state)),
    results: values.every(({ state, result }) => state === result) ? 'as states' : values.map(({ result }) => result),
    ranks: values.map(({ rank }) => rank),
    tags: packTags(values.map(({ tag }) => tag)),
  }
}

export function unpackPartitions(columns: PartitionColumns): (readonly [partition: string, row: PartitionRow])[] {
  const read = rowReader(columns)
  return columns.ranks.map((_, index) => [read.partition(index), read.row(index)] as const)
}

export function findPartition(columns: PartitionColumns, partition: string): PartitionRow | undefined {
  if (!columns.partitions.joined.includes(partition)) return undefined
  return unpackPartitions(columns).find(([name]) => name === partition)?.[1]
}

function rowReader({ partitions, states, results, ranks, tags }: PartitionColumns) {
  const stateAt = reader<string>(states)
  return {
    partition: reader<string>(partitions),
    row(index: number): PartitionRow {
      const state = stateAt(index)
      return {
        state,
        result: results === 'as states' ? state : results[index],
        rank: ranks[index]!,
        tag: isList(tags) ? tags[index]! : { kind: 'stream', stream: tags.stream, number: tags.numbers[index]! },
      }
    },
  }
}

function packTags(tags: readonly Tag[]): PartitionColumns['tags'] {
  const [first] = tags
  if (first?.kind !== 'stream') return tags
  const numbers: number[] = []
  for (const tag of tags) {
    if (tag.kind !== 'stream' || tag.stream !== first.stream) return tags
    numbers.push(tag.number)
  }
  return { stream: first.stream, numbers }
}

/** `Array.isArray` narrows read-only arrays to mutable ones. */
const isList = (tags: PartitionColumns['tags']): tags is readonly Tag[] => Array.isArray(tags)
