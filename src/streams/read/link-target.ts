// Reads the data of a link: the event that it names (streams-http §15).

import type { RecordedEvent } from '../../base/events/events.ts'
import { maxInt64 } from '../../base/events/events.ts'
import { textOf } from '../../base/bytes.ts'
import { linkType } from '../system.ts'

/** The meaning of a link's data. */
export type LinkTarget =
  | { readonly kind: 'target'; readonly stream: string; readonly number: bigint }
  /** A number without a stream. */
  | { readonly kind: 'number-only' }
  | { readonly kind: 'no-link' }

const numberThenStream = /^[\t-\r ]*([-+]?\d+)[\t-\r ]*(?:@(.*))?$/su

/** @param event of any type. */
export function linkTarget(event: Pick<RecordedEvent, 'type' | 'data'>): LinkTarget {
  if (event.type !== linkType) return { kind: 'no-link' }
  const [, digits, stream] = numberThenStream.exec(textOf(event.data)) ?? []
  if (digits === undefined) return { kind: 'no-link' }
  const number = BigInt(digits.replace('+', ''))
  if (number > maxInt64 || number < -maxInt64 - 1n) return { kind: 'no-link' }
  return stream === undefined ? { kind: 'number-only' } : { kind: 'target', stream, number }
}
