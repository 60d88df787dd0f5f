// Shortens the server's messages about faults of queries.

import { withoutBidiControls } from '../../kit/visible-text.ts'

/** Strips the frame that names projection, handler and position, and the server's stack; what it says of data is escaped. */
export function shortReason(reason: string): string {
  const [, message = reason] = reason.split(/\r?\n\r?\nMessage:\r?\n\r?\n/)
  const plain = message.replace(/\r?\n {3}at [\s\S]*$/, '').replace(/^Line \d+: /, '')
  return withoutBidiControls(plain.trim())
}
