// Appends events of many streams with times and ids of their own, skipping those that the store has already.

import type { NewEvent } from '../base/events.ts'
import type { Environment } from '../base/environment.ts'
import type { WriteTransaction } from '../storage/storage.ts'
import type { StreamWrite } from '../streams/streams.ts'
import { expectedVersion } from '../streams/streams.ts'
import { isMetastream } from '../streams/system.ts'
import { appendAllIn } from '../streams/write.ts'

export interface SeedEvent extends NewEvent {
  readonly stream: string
  /** Milliseconds since 1970. */
  readonly created: number
}

export type SeedEventsOutcome =
  | { readonly kind: 'seeded'; readonly appended: number; readonly known: number }
  /** A stream was deleted for good: it takes no event any more. */
  | { readonly kind: 'deleted'; readonly stream: string }

/**
 * An event whose id its stream has is known, and left out; all others are appended in their order. Where a stream is deleted for good
 * the caller must give the transaction up.
 */
export async function seedEventsIn(
  tx: WriteTransaction,
  events: readonly SeedEvent[],
  clock: Pick<Environment, 'now' | 'uuid'>,
): Promise<SeedEventsOutcome> {
  const places = await tx.firstWithId(events.map(({ id }) => id))
  const fresh = events.filter(({ stream }, index) => places[index]?.stream !== stream)
  const writes = await writesOf(tx, fresh)
  const outcomes = await appendAllIn(tx, writes, clock)
  const refused = outcomes.findIndex(({ kind }) => kind !== 'appended' && kind !== 'repeated')
  if (refused >= 0) return { kind: 'deleted', stream: writes[refused]!.stream }
  return { kind: 'seeded', appended: fresh.length, known: events.length - fresh.length }
}

/** Neighbours of one stream and time are one write; all say which version they expect, so that nothing has to be looked up for them. */
async function writesOf(tx: WriteTransaction, events: readonly SeedEvent[]): Promise<StreamWrite[]> {
  const names = [...new Set(events.map(({ stream }) => stream))]
  const heads = await Promise.all(names.map((name) => tx.head(name)))
  const last = new Map(names.map((name, index) => [name, heads[index]?.last ?? -1]))
  const writes: (StreamWrite & { readonly events: NewEvent[] })[] = []
  for (const { stream, created, ...event } of events) {
    const before = writes.at(-1)
    const number = last.get(stream)!
    last.set(stream, number + 1)
    if (before?.stream === stream && before.at === created) before.events.push(event)
    // What revives a deleted stream comes into its metastream uncounted.
    else writes.push({ stream, events: [event], at: created, expected: isMetastream(stream) ? expectedVersion.any : BigInt(number) })
  }
  return writes
}
