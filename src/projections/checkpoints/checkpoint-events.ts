// Makes the events that a checkpoint is stored as, and reads states back from them (projection-language §14.2).

import { readJson } from '../../base/json/read.ts'
import type { JsonValue } from '../../base/json/value.ts'
import { isJsonObject } from '../../base/json/value.ts'
import { writeCompactJson } from '../../base/json/write.ts'
import type { PartitionTexts } from '../../query/query.ts'
import { isTooBig } from '../../streams/write/event-size.ts'
import type { Tag } from '../model/checkpoint.ts'
import { compareTags } from '../model/checkpoint.ts'
import { stampedMembers } from '../model/checkpoint-text.ts'
import { partitionCheckpointMetadata } from '../model/metadata.ts'
import { eventTypes, partitionCheckpointStream } from '../model/names.ts'
import type { Output } from '../output/outputs.ts'
import type { Stamp } from '../model/provenance.ts'

/** `[]` stands for no state; the result is there whenever there is one. */
export const stateData = ({ state, result }: PartitionTexts): string => (result === undefined ? `[${state}]` : `[${state},${result}]`)

/** Whether no checkpoint can be written of them. */
export const areTooBig = (texts: PartitionTexts): boolean => isTooBig(stateData(texts))

/** Whether an event could not even hold one of them. */
export const isOneTooBig = ({ state, result = '' }: PartitionTexts): boolean => isTooBig(state) || (result !== state && isTooBig(result))

export type StoredTexts = ({ readonly kind: 'texts' } & PartitionTexts) | { readonly kind: 'unreadable'; readonly message: string }

/**
 * Reads the texts back the way the reference does: parsed and printed again. A state that is a plain text was stored as it is, and
 * most such texts are no JSON (projection-language §8.4).
 */
export function readStateData(data: string): StoredTexts {
  const outcome = readJson(data)
  if (outcome.kind !== 'value') return { kind: 'unreadable', message: unexpected(data) }
  const value = outcome.value
  if (!isArray(value) || value.length === 0)
    return { kind: 'texts', state: isJsonObject(value) ? writeCompactJson(value) : '', result: undefined }
  return { kind: 'texts', state: textOf(value[0]), result: value.length === 2 ? textOf(value[1]) : undefined }
}

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

const textOf = (value: JsonValue): string => writeCompactJson(value)

/** The reference's parser names the first character that it did not expect. */
function unexpected(data: string): string {
  const start = data.search(/[^[\s]/)
  return `Unexpected character encountered while parsing value: ${data[start] ?? ''}. Path '', line 1, position ${start + 1}.`
}

/** A partition whose state changed since the last checkpoint. */
export interface ChangedPartition extends PartitionTexts {
  readonly partition: string
  /** Of its own last event. */
  readonly tag: Tag
}

/** In the order of the positions that changed them, in which they are written before the root checkpoint. */
export const inOrder = (changed: readonly ChangedPartition[]): ChangedPartition[] => changed.toSorted((a, b) => compareTags(a.tag, b.tag))

/** The events for partitions. */
export const partitionCheckpoints = (name: string, changed: readonly ChangedPartition[], stamp: Stamp): Output[] =>
  changed.map((partition) => ({
    stream: partitionCheckpointStream(name, partition.partition),
    type: eventTypes.partitionCheckpoint,
    data: stateData(partition),
    isJson: true,
    metadata: `{${stampedMembers(partition.tag, stamp)}}`,
    tag: partition.tag,
    event: -1,
    tracked: false,
    streamMetadata: partitionCheckpointMetadata,
  }))
