// Converts texts, events and rows into what SQLite keeps, and back, without losing a character.

import { deserialize, serialize } from 'node:v8'
import type { NumberedEvent, Position, RecordedEvent } from '../base/events.ts'

/** What a column can hold. */
export type SqliteValue = string | Uint8Array | number | null

/** In the order of UTF-16 units as bytes. */
export const toKey = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16()

export const fromKey = (key: Uint8Array): string => Buffer.from(key).swap16().toString('utf16le')

/** @throws DOMException `DataCloneError` for what cannot be cloned. */
export function toBytes(value: unknown): Uint8Array {
  try {
    return serialize(value)
  } catch {
    // Says of the same values that they cannot be cloned, as the other storages do.
    return serialize(structuredClone(value))
  }
}

export const fromBytes = (bytes: Uint8Array): unknown => deserialize(bytes)

/** A row of the log. */
export interface LogRow {
  readonly position: number
  readonly stream: number
  readonly number: number
  readonly id: string
  readonly type: string | Uint8Array
  readonly data: string | Uint8Array
  readonly metadata: string | Uint8Array
  readonly flags: number
  readonly created: number
}

/** Bits of `flags`: the event's own, and which texts SQLite's UTF-8 cannot hold. */
const flags = { isJson: 1, oddData: 2, oddMetadata: 4, oddType: 8 } as const

/** In the order of the columns. */
export function toLogRow(event: NumberedEvent, position: Position, stream: number): SqliteValue[] {
  const [type, data, metadata] = [column(event.type), column(event.data), column(event.metadata)]
  const bits =
    (event.isJson ? flags.isJson : 0) |
    (data.isOdd ? flags.oddData : 0) |
    (metadata.isOdd ? flags.oddMetadata : 0) |
    (type.isOdd ? flags.oddType : 0)
  return [position, stream, event.number, event.id, type.value, data.value, metadata.value, bits, event.created]
}

export function toEvent(row: LogRow, stream: string): RecordedEvent {
  return {
    id: row.id,
    type: row.flags & flags.oddType ? fromKey(row.type as Uint8Array) : (row.type as string),
    data: row.flags & flags.oddData ? fromKey(row.data as Uint8Array) : row.data,
    metadata: row.flags & flags.oddMetadata ? fromKey(row.metadata as Uint8Array) : row.metadata,
    isJson: (row.flags & flags.isJson) !== 0,
    stream,
    number: row.number,
    created: row.created,
    position: row.position,
  }
}

/** A text with half of a surrogate pair has no UTF-8. */
function column(content: string | Uint8Array): { readonly value: string | Uint8Array; readonly isOdd: boolean } {
  const isOdd = typeof content === 'string' && !content.isWellFormed()
  return { value: isOdd ? toKey(content) : content, isOdd }
}
