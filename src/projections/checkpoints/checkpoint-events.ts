// Converts states to the events of a checkpoint, and back (projection-language §14.2).

import { readJson } from '../../base/json/read.ts'
import type { JsonValue } from '../../base/json/value.ts'
import { isJsonObject } from '../../base/json/value.ts'
import { writeCompactJson } from '../../base/json/write.ts'
import type { PartitionTexts } from '../../query/query.ts'
import { isTooBig } from '../../streams/write/event-size.ts'
import type { Tag } from '../model/positions/checkpoint.ts'
import { compareTags } from '../model/positions/checkpoint.ts'
import { stampedMembers } from '../model/positions/checkpoint-text.ts'
import { partitionCheckpointMetadata } from '../model/metadata.ts'
import { eventTypes, partitionCheckpointStream } from '../model/names.ts'
import type { Output } from '../output/outputs.ts'
import type { Stamp } from '../model/positions/provenance.ts'

/** `[state]` or `[state,result]`; `[]` stands for no state. */
export const stateData = ({ state, result }: PartitionTexts): string => (result === undefined ? `[${state}]` : `[${state},${result}]`)

/** Whether state and result together are too big for a checkpoint. */
export const areTooBig = (texts: PartitionTexts): boolean => isTooBig(stateData(texts))

/** Whether either of them is too big for an event. */
export const isOneTooBig = ({ state, result = '' }: PartitionTexts): boolean => isTooBig(state) || (result !== state && isTooBig(result))

export type StoredTexts = ({ readonly kind: 'texts' } & PartitionTexts) | { readonly kind: 'unreadable'; readonly message: string }

/**
 * Parses and prints the texts again, as the server does. A plain-text state was stored as it is, and most such texts are no JSON
 * (projection-language §8.4).
 */
export function readStateData(data: string): StoredTexts {
  const outcome = readJson(data)
  if (outcome.kind !== 'value') return { kind: 'unreadable', message: unexpected(data) }
  const value = outcome.value
  if (!isArray(value) || value.length === 0)
    return { kind: 'texts', state: isJsonObject(value) ? writeCompactJson(value) : '', result: undefined }
  return { kind: 'texts', state: writeCompactJson(value[0]), result: value.length === 2 ? writeCompactJson(value[1]) : undefined }
}

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

/** The words that the server's parser expects behind a first letter, and what it calls them. */
const words = [
  ['true', 'boolean'],
  ['false', 'boolean'],
  ['null', 'null'],
  ['undefined', 'undefined'],
  ['NaN', 'NaN'],
] as const

/** The error of the server's parser for most texts: it names the first unexpected character, or the word that does not go on. */
function unexpected(data: string): string {
  const start = data.search(/[^[\s]/)
  const rest = data.slice(start)
  const [word, name] = words.find(([known]) => rest[0] === known[0] && (known !== 'null' || rest[1] === 'u')) ?? []
  if (!word) return `Unexpected character encountered while parsing value: ${rest[0] ?? ''}. Path '', line 1, position ${start}.`
  let same = 1
  while (same < word.length && rest[same] === word[same]) same++
  return `Error parsing ${name} value. Path '', line 1, position ${start + same}.`
}

/** A partition whose state changed since the last checkpoint. */
export interface ChangedPartition extends PartitionTexts {
  readonly partition: string
  /** Position of its own last event. */
  readonly tag: Tag
}

/** In the order of writing, before the root checkpoint: by the positions that changed them. */
export const inOrder = (changed: readonly ChangedPartition[]): ChangedPartition[] => changed.toSorted((a, b) => compareTags(a.tag, b.tag))

export const partitionCheckpoints = (name: string, changed: readonly ChangedPartition[], stamp: Stamp): Output[] =>
  changed.map((partition) => ({
    stream: partitionCheckpointStream(name, partition.partition),
    type: eventTypes.partitionCheckpoint,
    data: stateData(partition),
    isJson: true,
    metadata: `{${stampedMembers(partition.tag, stamp)}}`,
    tag: partition.tag,
    event: -1,
    streamMetadata: partitionCheckpointMetadata,
  }))
