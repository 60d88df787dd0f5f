// Adapts the metadata of a stream whose first events are gone to a server where it begins at 0.

import type { RecordedEvent } from '../../base/events/events.ts'
import { maxInt64 } from '../../base/events/events.ts'
import { readJson } from '../../base/json/read.ts'
import { isJsonObject } from '../../base/json/value.ts'
import { writeJson } from '../../base/json/write.ts'
import { textOf } from '../../base/bytes.ts'

/** @param by how many numbers the stream lacks at its beginning: what `$tb` hides moves with the others. */
export function shifted(event: RecordedEvent, by: number): RecordedEvent {
  if (by === 0) return event
  const read = readJson(textOf(event.data))
  if (read.kind !== 'value' || !isJsonObject(read.value)) return event
  const before = read.value.get('$tb')
  // The largest number stands for a deleted stream, wherever it begins.
  if (typeof before !== 'bigint' || before === maxInt64) return event
  const moved = before > BigInt(by) ? before - BigInt(by) : 0n
  return { ...event, data: writeJson(new Map(read.value).set('$tb', moved)) }
}
