// Decides whether an output of a stream is written, is there already, or is refused (projection-language §11.3).

import type { RecordedEvent, StreamHead } from '../../base/events/events.ts'
import { textOf } from '../../base/bytes.ts'
import { linkType } from '../../streams/system.ts'
import type { Conversion, Tag } from '../model/positions/checkpoint.ts'
import { compareTags, convertTag } from '../model/positions/checkpoint.ts'
import { printTag } from '../model/positions/checkpoint-text.ts'
import type { Output } from './outputs.ts'
import type { Source } from '../model/source.ts'
import type { Stamp } from '../model/positions/provenance.ts'
import { readStampedPosition } from '../model/positions/provenance.ts'

/** A stream that a projection writes to, as its only writer while `last` is the stream's last number. */
export interface Target {
  readonly last: number
  /** New metadata for the stream before its next event; `truncateBefore` cuts off old events. */
  readonly metadata: { readonly truncateBefore: bigint | undefined } | undefined
  /** What an earlier run of this epoch wrote for events that this run still has to handle: the oldest of it. */
  readonly written: WrittenEvent | undefined
}

export interface WrittenEvent {
  readonly type: string
  readonly tag: Tag
  readonly number: number
  /** The next newer one. */
  readonly next: WrittenEvent | undefined
}

export interface Writer {
  readonly stamp: Stamp
  readonly source: Source
}

export type Opened = {
  readonly kind: 'open'
  readonly target: Target
  /** Position of the last event, if it is of this epoch. */
  readonly tag: Tag | undefined
}
export type RefusedOutput = { readonly kind: 'refused'; readonly reason: string }

/**
 * Decides whether the projection may write to a stream that is new to it, and which metadata the stream gets.
 *
 * @param last the last visible event.
 */
export function openTarget(head: StreamHead, last: RecordedEvent | undefined, { stamp, source }: Writer): Opened | RefusedOutput {
  const { stream } = head
  if (head.tombstone) return refuse(`Stream : ${stream} is deleted. Cannot emit events to it`)
  if (!last) return { kind: 'open', target: fresh(head), tag: undefined }
  const metadata = textOf(last.metadata)
  const position = metadata === '' ? undefined : readStampedPosition(metadata, stamp)
  if (!position) return refuse(`The '${stream}' stream managed by projection ${stamp.id} has been written to from the outside.`)
  if (position.stamp.id !== stamp.id) return refuse(multipleProjections(stream, position.stamp.id, stamp.id))
  if (stamp.epoch > position.stamp.version) return { kind: 'open', target: fresh(head), tag: undefined }
  const adjusted = adjust(position.tag, source)
  if (adjusted.kind === 'incompatible') return refuse(adjusted.message)
  return { kind: 'open', target: { last: head.last, metadata: undefined, written: undefined }, tag: adjusted.tag }
}

const refuse = (reason: string): RefusedOutput => ({ kind: 'refused', reason })

const fresh = ({ last, metadata }: StreamHead): Target => ({
  last,
  metadata: { truncateBefore: last >= 0 ? BigInt(last + 1) : metadata.truncateBefore },
  written: undefined,
})

const multipleProjections = (stream: string, theirs: number, ours: number): string =>
  `Multiple projections emitting to the same stream detected.  Stream: '${stream}'. Last event projection: '${theirs}'.  Emitting projection: '${ours}'`

/** Converts a position that was written for an earlier query, so that it can be compared with present ones. */
function adjust(tag: Tag | undefined, source: Source): Conversion {
  if (tag) return tag.kind === 'phase' ? { kind: 'converted', tag } : convertTag(tag, source)
  const reason = "Possible causes might include having written an event to the projection's managed stream."
  return { kind: 'incompatible', message: `The given checkpoint is invalid. ${reason} The bad checkpoint: Phase: 0` }
}

/**
 * Finds the events of a stream that an earlier run wrote at or after a position: a start from an older checkpoint meets them again.
 *
 * @param events newest first; may go back further than needed. @param newer what an earlier call has found behind them.
 * @returns the oldest one; `complete` where no older event can count.
 */
export function writtenSince(
  events: readonly RecordedEvent[],
  since: Tag,
  { stamp, source }: Writer,
  newer: WrittenEvent | undefined,
): { readonly written: WrittenEvent | undefined; readonly complete: boolean } {
  let written = newer
  for (const event of events) {
    const metadata = textOf(event.metadata)
    const position = metadata === '' ? undefined : readStampedPosition(metadata, stamp)
    const tag = position?.tag && adjust(position.tag, source)
    const isOurs = position?.stamp.id === stamp.id && position.stamp.version >= stamp.epoch
    if (!isOurs || tag?.kind !== 'converted' || compareTags(tag.tag, since) < 0) return { written, complete: true }
    written = { type: event.type, tag: tag.tag, number: event.number, next: written }
  }
  return { written, complete: false }
}

export type Placement =
  | { readonly kind: 'write'; readonly number: number; readonly target: Target }
  /** An earlier run wrote it. */
  | { readonly kind: 'there'; readonly number: number; readonly target: Target }
  | RefusedOutput

/** Decides the place of the next output of a stream. */
export function place(output: Output, target: Target): Placement {
  let existing = target.written
  while (existing && compareTags(existing.tag, output.tag) < 0) existing = existing.next
  if (!existing) return { kind: 'write', number: target.last + 1, target: behind(target.last + 1) }
  const matches = existing.type === output.type && compareTags(existing.tag, output.tag) === 0
  // The earlier run may have skipped a link without a target, so a link may differ from the existing one.
  if (!matches && output.type !== linkType) return refuse(differs(output, existing))
  return { kind: 'there', number: existing.number, target: { ...target, written: existing.next } }
}

/** The stream after an event that the run has written. */
export const behind = (number: number): Target => ({ last: number, metadata: undefined, written: undefined })

const differs = (output: Output, existing: WrittenEvent): string =>
  `An event emitted in recovery for stream ${output.stream} differs from the originally emitted event. ` +
  `Existing('${existing.type}', '${printTag(existing.tag)}'). New('${output.type}', '${printTag(output.tag)}')`
