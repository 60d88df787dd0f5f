// Converts states of partitions to the columns that a row stores, and back: cloned many times as fast as an object each.

import type { JoinedTexts } from '../../base/joined-texts.ts'
import { joinTexts, textsReader } from '../../base/joined-texts.ts'
import type { Tag } from './checkpoint.ts'
import type { PartitionRow } from './tables.ts'

/** Partitions and what is known of each, column by column. */
export interface PartitionColumns {
  readonly partitions: JoinedTexts
  readonly states: JoinedTexts
  /** One word where every result is the text of the state, as it is without transformations. */
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

export function unpackPartitions(entries: PartitionColumns): (readonly [partition: string, row: PartitionRow])[] {
  const read = reader(entries)
  return entries.ranks.map((_, index) => [read.partition(), read.row(index)] as const)
}

/** @returns what is known of one partition. */
export function findPartition(entries: PartitionColumns, partition: string): PartitionRow | undefined {
  if (!entries.partitions.joined.includes(partition)) return undefined
  return unpackPartitions(entries).find(([name]) => name === partition)?.[1]
}

/** Reads entries in their order. */
function reader({ partitions, states, results, ranks, tags }: PartitionColumns) {
  const nextState = textsReader(states)
  return {
    partition: textsReader(partitions),
    row(index: number): PartitionRow {
      const state = nextState()
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

/** `Array.isArray` forgets what it knows about read-only lists. */
const isList = (tags: PartitionColumns['tags']): tags is readonly Tag[] => Array.isArray(tags)
