// Recognizes records that delete a stream, softly by metadata or hard by a tombstone (projection-language §5.4).

import type { RecordedEvent } from '../../base/events.ts'
import { maxInt64 } from '../../base/events.ts'
import { readMetadata } from '../../streams/metadata/metadata.ts'
import { isMetastream, metadataType, originalOf, tombstoneType } from '../../streams/system.ts'
import { textOf } from '../../streams/metadata/text.ts'

export interface RecordedDeletion {
  /** The deleted stream. */
  readonly stream: string
  readonly kind: 'soft' | 'hard'
}

/** @returns undefined for any other record. */
export function deletionIn(event: RecordedEvent): RecordedDeletion | undefined {
  if (!isMetastream(event.stream)) return event.type === tombstoneType ? { stream: event.stream, kind: 'hard' } : undefined
  return event.type === metadataType && hidesEverything(event) ? { stream: originalOf(event.stream), kind: 'soft' } : undefined
}

/** Looks for the digits first: most metadata do not contain them. */
const hidesEverything = (event: RecordedEvent): boolean =>
  textOf(event.data).includes(digits) && readMetadata({ data: event.data, isJson: true }).truncateBefore === maxInt64

const digits = maxInt64.toString()
