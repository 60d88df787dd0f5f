// Reads from an event's metadata which projection wrote it.

import type { RecordedEvent } from '../../base/events/events.ts'
import { readStampedPosition } from '../../projections/model/positions/provenance.ts'
import { textOf } from '../../base/bytes.ts'

/** No projection has this id. */
const noProjection = -3

/** @returns the id of the projection; undefined where none wrote the event. */
export function writerOf({ metadata }: Pick<RecordedEvent, 'metadata'>): number | undefined {
  const text = textOf(metadata)
  if (!text.includes('"$v"')) return undefined
  const id = readStampedPosition(text, { id: noProjection })?.stamp.id
  return id === noProjection ? undefined : id
}
