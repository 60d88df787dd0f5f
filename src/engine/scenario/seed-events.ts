// Appends events of many streams with times and ids of their own, skipping those that the store has already.

import { newEvents } from '../../base/events/event-table.ts'
import type { NewEvent } from '../../base/events/events.ts'
import type { Environment } from '../../base/platform/environment.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/storage.ts'
import { emptyHead } from '../../streams/write/heads.ts'
import type { StreamWrite } from '../../streams/streams.ts'
import { expectedVersion } from '../../streams/streams.ts'
import { isMetastream } from '../../streams/system.ts'
import { appendAllIn } from '../../streams/write/write.ts'

export interface SeedEvent extends NewEvent {
  readonly stream: string
  /** Milliseconds since 1970. */
  readonly created: number
  /** The number it had where it comes from: a stream whose first events are gone keeps its numbers. */
  readonly number?: number
}

export type SeedEventsOutcome =
  | { readonly kind: 'seeded'; readonly appended: number; readonly known: number }
  /** A stream was deleted for good: it takes no event any more. */
  | { readonly kind: 'deleted'; readonly stream: string }
  /** An event has a number that its stream has passed; `index` is its place in the list. */
  | { readonly kind: 'passed'; readonly index: number; readonly next: number }

/**
 * An event whose id its stream has is known, and left out; all others are appended in their order. Where the outcome is no success the
 * caller must give the transaction up.
 */
export async function seedEventsIn(
  tx: WriteTransaction,
  events: readonly SeedEvent[],
  clock: Pick<Environment, 'now' | 'uuid'>,
): Promise<SeedEventsOutcome> {
  const fresh = await withoutKnown(tx, events)
  const last = await lastNumbers(tx, [...new Set(fresh.map(({ stream }) => stream))])
  const appends: Append[] = []
  for (const event of fresh) {
    const next = last.get(event.stream)! + 1
    const number = event.number ?? next
    // Writes that revive a deleted stream add events to its metastream that the scenario does not count.
    const isMeta = isMetastream(event.stream)
    if (number < next && !isMeta) return { kind: 'passed', index: events.indexOf(event), next }
    const skips = number > next
    last.set(event.stream, Math.max(number, next))
    addTo(appends, event, { skipsTo: skips ? number : undefined, expected: isMeta ? expectedVersion.any : BigInt(number) - 1n })
  }
  for (const { skips, writes } of appends) {
    for (const { stream, to } of skips) tx.putHead({ ...((await tx.head(stream)) ?? emptyHead(stream)), last: to - 1 })
    const outcomes = await appendAllIn(
      tx,
      writes.map((write) => ({ ...write, events: newEvents(write.events) })),
      clock,
    )
    const refused = outcomes.findIndex(({ kind }) => kind !== 'appended' && kind !== 'repeated')
    if (refused >= 0) return { kind: 'deleted', stream: writes[refused]!.stream }
  }
  return { kind: 'seeded', appended: fresh.length, known: events.length - fresh.length }
}

/** Writes that can be handed over together, behind streams that skip numbers. */
interface Append {
  readonly skips: { readonly stream: string; readonly to: number }[]
  readonly writes: (Omit<StreamWrite, 'events'> & { readonly events: NewEvent[] })[]
}

/** Neighbours of one stream and time are one write; all say which version they expect, so that nothing has to be looked up for them. */
function addTo(
  appends: Append[],
  { stream, created, id, type, data, metadata, isJson }: SeedEvent,
  { skipsTo, expected }: { readonly skipsTo: number | undefined; readonly expected: bigint },
): void {
  const event = { id, type, data, metadata, isJson }
  let append = appends.at(-1)
  if (!append || (skipsTo !== undefined && append.writes.some((write) => write.stream === stream))) {
    append = { skips: [], writes: [] }
    appends.push(append)
  }
  if (skipsTo !== undefined) append.skips.push({ stream, to: skipsTo })
  const before = append.writes.at(-1)
  if (before?.stream === stream && before.at === created) before.events.push(event)
  else append.writes.push({ stream, events: [event], at: created, expected })
}

async function withoutKnown(tx: ReadTransaction, events: readonly SeedEvent[]): Promise<SeedEvent[]> {
  const places = await tx.firstWithId(events.map(({ id }) => id))
  const met = new Set<string>()
  return events.filter(({ stream, id }, index) => {
    const key = `${id.toLowerCase()}@${stream}`
    const isKnown = places[index]?.stream === stream || met.has(key)
    met.add(key)
    return !isKnown
  })
}

async function lastNumbers(tx: ReadTransaction, streams: readonly string[]): Promise<Map<string, number>> {
  const heads = await Promise.all(streams.map((stream) => tx.head(stream)))
  return new Map(streams.map((stream, index) => [stream, heads[index]?.last ?? -1]))
}
