// Converts strings, events and rows to SQLite's values, and back, without losing a character.

import type { SQLInputValue } from 'node:sqlite'
import { serialize } from 'node:v8'
import type { RecordedEvent } from '../../base/events/events.ts'

/** Bytes that sort in the order of UTF-16 units. */
export const toKey = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16()

export const fromKey = (key: Uint8Array): string => Buffer.from(key).swap16().toString('utf16le')

/** @throws DOMException `DataCloneError` for values that cannot be cloned. */
export function toBytes(value: unknown): Uint8Array {
  try {
    return serialize(value)
  } catch {
    // Throws the same `DataCloneError` as other storages.
    return serialize(structuredClone(value))
  }
}

/** A row of the log. */
export interface LogRow extends Omit<RecordedEvent, 'type' | 'isJson' | 'stream'> {
  readonly stream: number
  readonly type: string | Uint8Array
  readonly flags: number
}

/** Bits of `flags`: the event's own, and one for each string that SQLite's UTF-8 cannot hold. */
const flags = { isJson: 1, oddData: 2, oddMetadata: 4, oddType: 8 } as const

/** In the order of the columns. */
export function toLogRow(event: RecordedEvent, stream: number): SQLInputValue[] {
  const [type, data, metadata] = [column(event.type), column(event.data), column(event.metadata)]
  const bits =
    (event.isJson ? flags.isJson : 0) |
    (data.isOdd ? flags.oddData : 0) |
    (metadata.isOdd ? flags.oddMetadata : 0) |
    (type.isOdd ? flags.oddType : 0)
  return [event.position, stream, event.number, event.id, type.value, data.value, metadata.value, bits, event.created]
}

/** @param nameOf finds the name of a stream. */
export const toEvent = (row: LogRow, nameOf: (stream: number) => string): RecordedEvent => ({
  id: row.id,
  type: row.flags & flags.oddType ? fromKey(row.type as Uint8Array) : (row.type as string),
  data: row.flags & flags.oddData ? fromKey(row.data as Uint8Array) : row.data,
  metadata: row.flags & flags.oddMetadata ? fromKey(row.metadata as Uint8Array) : row.metadata,
  isJson: (row.flags & flags.isJson) !== 0,
  stream: nameOf(row.stream),
  number: row.number,
  created: row.created,
  position: row.position,
})

/** A string with half of a surrogate pair has no UTF-8. */
function column(content: string | Uint8Array): { readonly value: string | Uint8Array; readonly isOdd: boolean } {
  const isOdd = typeof content === 'string' && !content.isWellFormed()
  return { value: isOdd ? toKey(content) : content, isOdd }
}
