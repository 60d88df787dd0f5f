// Knows how much data one event can hold (streams-http §22).

import { byteLength } from '../metadata/text.ts'

/** Bytes of the data of one event: the record of the reference has 16 MiB, and keeps some for itself. */
export const mostDataBytes = 16_767_216

/** What the reference says of an event with more. */
export const tooBig = "Record is too big. (Parameter 'data')"

/** Whether an event cannot hold the data. Asked for each of thousands of texts, nearly all of which are short. */
export const isTooBig = (data: string): boolean => data.length * 3 > mostDataBytes && exceeds(mostDataBytes, data)

/** @returns whether the parts together have more bytes than `most`; counted only where the number of characters leaves a doubt. */
export function exceeds(most: number, ...parts: readonly (string | Uint8Array)[]): boolean {
  const characters = parts.reduce((sum, part) => sum + part.length, 0)
  // A character has three bytes at most, and one at least.
  if (characters > most) return true
  return characters * 3 > most && parts.reduce((sum, part) => sum + byteLength(part), 0) > most
}
