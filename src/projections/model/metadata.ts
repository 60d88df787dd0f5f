// Prints the metadata of events that a projection writes, and of their streams (projection-language §11.2, §11.4).

import { readJsonPrefix } from '../../base/json/read.ts'
import type { JsonValue } from '../../base/json/value.ts'
import { Double, isJsonObject } from '../../base/json/value.ts'
import { writeCompactJson, writeJson } from '../../base/json/write.ts'
import type { QueryEvent } from '../../query/query.ts'
import { isSystemStream } from '../../streams/system.ts'

/** Id of hollow events and of notifications of deleted streams. */
export const emptyId = '00000000-0000-0000-0000-000000000000'

/**
 * Metadata of an event that another event caused.
 *
 * @param position members that name the writer and the position, as `stampedMembers` prints them.
 * @param extra members of the emitter in their order: name, and value as JSON text.
 */
export function causedMetadata(position: string, cause: QueryEvent, extra: readonly (readonly [name: string, json: string])[]): string {
  let text = position
  let correlated = false
  for (const [name, json] of extra) {
    if (name === '$causedBy') continue
    if (name === '$correlationId') correlated = true
    text += `,${writeCompactJson(name)}:${json}`
  }
  if (cause.id !== emptyId) text += `,"$causedBy":"${cause.id}"`
  const correlation = correlated ? undefined : correlationOf(cause)
  if (correlation) text += `,"$correlationId":${writeCompactJson(correlation)}`
  return `{${text}}`
}

/** The correlation id in the metadata of an event, as the text that is passed on. */
function correlationOf({ isJson, metadata }: QueryEvent): string | undefined {
  if (!isJson || metadata === null || !metadata.includes('$correlationId')) return undefined
  const outcome = readJsonPrefix(metadata)
  return outcome.kind === 'value' && isJsonObject(outcome.value) ? asText(outcome.value.get('$correlationId')) : undefined
}

/** Converts as the server does: booleans are capitalised. */
function asText(value: JsonValue): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'bigint') return value.toString()
  return value instanceof Double ? String(value.value) : writeJson(value)
}

const readableByAll = '"$acl":{"$r":"$all","$mr":"$all"}'

/** Metadata for a stream before its first event of an epoch. @param truncateBefore undefined if there are no old events to cut off. */
export function emittedStreamMetadata(stream: string, truncateBefore: bigint | undefined): string {
  const truncation = truncateBefore === undefined ? '' : `"$tb":${truncateBefore},`
  return `{${truncation}${isSystemStream(stream) ? readableByAll : '"$acl":{}'}}`
}

/** `$maxCount` hides all but the last two checkpoints. @param truncateBefore as for other streams. */
export const partitionCheckpointMetadata = (truncateBefore: bigint | undefined): string =>
  `{"$maxCount":2,${truncateBefore === undefined ? '' : `"$tb":${truncateBefore},`}${readableByAll}}`

export const checkpointMetadata = '{"$maxCount":2,"$acl":{"$r":"$admins","$w":"$admins","$d":"$admins","$mr":"$all","$mw":"$admins"}}'
