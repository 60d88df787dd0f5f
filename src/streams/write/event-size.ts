// The size limit of one event's data (streams-http §22).

import { byteLength } from '../../base/bytes.ts'

/** Most bytes of one event's data: a record of the server has 16 MiB, with some overhead. */
export const mostDataBytes = 16_767_216

/** The server's message for a larger event. */
export const tooBig = "Record is too big. (Parameter 'data')"

/** Whether an event cannot hold the data. Cheap for short texts, which nearly all of thousands are. */
export const isTooBig = (data: string): boolean => data.length * 3 > mostDataBytes && exceeds(mostDataBytes, data)

/** @returns whether the parts together have more bytes than `most`; encodes only where the number of characters does not decide. */
export function exceeds(most: number, ...parts: readonly (string | Uint8Array)[]): boolean {
  const characters = parts.reduce((sum, part) => sum + part.length, 0)
  // A UTF-16 unit takes one to three bytes.
  if (characters > most) return true
  return characters * 3 > most && parts.reduce((sum, part) => sum + byteLength(part), 0) > most
}
