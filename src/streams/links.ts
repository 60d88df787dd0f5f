// Follows an event of type `$>` to the event it names, or says why that cannot be (streams-http §15).

import type { RecordedEvent } from '../base/events.ts'
import { maxInt64 } from '../base/events.ts'
import type { ReadTransaction } from '../storage/storage.ts'
import { linkType } from './system.ts'
import { textOf } from './text.ts'

/** What a link's data says. */
export type LinkTarget =
  | { readonly kind: 'target'; readonly stream: string; readonly number: bigint }
  /** A number without a stream. */
  | { readonly kind: 'number-only' }
  | { readonly kind: 'no-link' }

/** An event as a reader who follows links meets it. */
export type ReadEvent =
  | { readonly kind: 'event'; readonly event: RecordedEvent }
  | { readonly kind: 'resolved'; readonly event: RecordedEvent; readonly link: RecordedEvent }
  /** The target does not exist or is hidden. `number` is -1 where the link names the last event. */
  | { readonly kind: 'broken'; readonly link: RecordedEvent; readonly stream: string; readonly number: bigint }

const numberThenStream = /^\s*([-+]?\d+)\s*(?:@(.*))?$/su

/** @param event any event; one of another type is no link. */
export function linkTarget(event: Pick<RecordedEvent, 'type' | 'data'>): LinkTarget {
  if (event.type !== linkType) return { kind: 'no-link' }
  const [, digits, stream] = numberThenStream.exec(textOf(event.data)) ?? []
  if (digits === undefined) return { kind: 'no-link' }
  const number = BigInt(digits.replace('+', ''))
  if (number > maxInt64 || number < -maxInt64 - 1n) return { kind: 'no-link' }
  return stream === undefined ? { kind: 'number-only' } : { kind: 'target', stream, number }
}

/** Reads the visible event of a stream under a number, -1 being the last one. */
export type ReadTarget = (tx: ReadTransaction, stream: string, number: bigint) => Promise<RecordedEvent | undefined>

/** Follows the event one level deep; whoever asks is not asked for a right on the target. */
export async function resolveLink(tx: ReadTransaction, event: RecordedEvent, readTarget: ReadTarget): Promise<ReadEvent> {
  const target = linkTarget(event)
  if (target.kind !== 'target') return { kind: 'event', event }
  const { stream, number } = target
  const found = await readTarget(tx, stream, number)
  return found ? { kind: 'resolved', event: found, link: event } : { kind: 'broken', link: event, stream, number }
}
