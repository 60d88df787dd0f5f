// Converts strings, events and rows to SQLite's values, and back, without losing a character.

import type { SQLInputValue } from 'node:sqlite'
import { serialize } from 'node:v8'
import type { RecordedEvent } from '../../base/events.ts'

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

/** A row of the log, in the order of its columns. */
export type LogRow = readonly [
  position: number,
  stream: number,
  number: number,
  id: string,
  type: string | Uint8Array,
  data: string | Uint8Array,
  metadata: string | Uint8Array,
  flags: number,
  created: number,
]

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
  id: row[3],
  type: row[7] & flags.oddType ? fromKey(row[4] as Uint8Array) : (row[4] as string),
  data: row[7] & flags.oddData ? fromKey(row[5] as Uint8Array) : row[5],
  metadata: row[7] & flags.oddMetadata ? fromKey(row[6] as Uint8Array) : row[6],
  isJson: (row[7] & flags.isJson) !== 0,
  stream: nameOf(row[1]),
  number: row[2],
  created: row[8],
  position: row[0],
})

/** A string with half of a surrogate pair has no UTF-8. */
function column(content: string | Uint8Array): { readonly value: string | Uint8Array; readonly isOdd: boolean } {
  const isOdd = typeof content === 'string' && !content.isWellFormed()
  return { value: isOdd ? toKey(content) : content, isOdd }
}
