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

/** By stream the number of its last event that has the same number where it comes from. */
export type SameNumbers = Map<string, number>

/**
 * An event whose id its stream has is known, and left out; all others are appended in their order. Where the outcome is no success the
 * caller must give the transaction up.
 *
 * @param same of the events before these, for callers with many lists: a stream may hold an id twice, which only its numbers tell from a
 *   known event.
 */
export async function seedEventsIn(
  tx: WriteTransaction,
  events: readonly SeedEvent[],
  clock: Pick<Environment, 'now' | 'uuid'>,
  same: SameNumbers = new Map(),
): Promise<SeedEventsOutcome> {
  const places = await tx.firstWithId(events.map(({ id }) => id))
  const last = await lastNumbers(tx, [...new Set(events.map(({ stream }) => stream))])
  const met = new Map<string, number>()
  const appends: Append[] = []
  let known = 0
  for (const [index, event] of events.entries()) {
    const next = last.get(event.stream)! + 1
    const key = `${event.id.toLowerCase()}@${event.stream}`
    const first = met.get(key) ?? (places[index]?.stream === event.stream ? places[index].number : undefined)
    const isSecond = event.number === next && same.get(event.stream) === next - 1
    const number = event.number ?? next
    // Writes that revive a deleted stream add events to its metastream that the scenario does not count.
    const isMeta = isMetastream(event.stream)
    const isPassed = number < next && !isMeta
    const isThere = first === event.number ? first !== undefined : isPassed && (await hasAt(tx, event, number))
    if (isThere) same.set(event.stream, number)
    if (isThere || (first !== undefined && !isSecond)) {
      known++
      continue
    }
    if (isPassed) return { kind: 'passed', index, next }
    const skips = number > next
    last.set(event.stream, Math.max(number, next))
    if (first === undefined) met.set(key, number)
    if (event.number !== undefined && !isMeta) same.set(event.stream, number)
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
  return { kind: 'seeded', appended: events.length - known, known }
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

/** An id that another stream had first is not found by itself. */
async function hasAt(tx: ReadTransaction, { stream, id }: SeedEvent, number: number): Promise<boolean> {
  const [found] = await tx.stream(stream, { from: number, direction: 'forward', limit: 1 })
  return found?.number === number && found.id === id.toLowerCase()
}

async function lastNumbers(tx: ReadTransaction, streams: readonly string[]): Promise<Map<string, number>> {
  const heads = await Promise.all(streams.map((stream) => tx.head(stream)))
  return new Map(streams.map((stream, index) => [stream, heads[index]?.last ?? -1]))
}
