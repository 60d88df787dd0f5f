// Reads the events of messages, which stay in their streams until a scavenge even where readers no longer see them.

import type { EventPlace, RecordedEvent } from '../../base/events/events.ts'
import { clusters } from '../../base/sorted.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import { eventsByNumber } from '../../streams/read/events-by-number.ts'
import type { ReadEvent } from '../../streams/read/links.ts'
import { linkTarget } from '../../streams/read/link-target.ts'
import { allStream } from '../../streams/system.ts'
import type { Group, Message } from '../group/group.ts'
import { parkedStreamOf } from '../group/group.ts'

/** @returns each message's event as it was when the group read it; undefined if a scavenge has removed it. */
export async function eventsOf(tx: ReadTransaction, group: Group, messages: readonly Message[]): Promise<(ReadEvent | undefined)[]> {
  const originals = await originalsOf(tx, group, messages)
  const targets = await eventsAtPlaces(
    tx,
    messages.map(({ target }) => (target === 'missing' ? undefined : target)),
  )
  return messages.map((message, index) => readEvent(message, originals[index], targets[index]))
}

/** Those of a group on `$all` are found by their positions. */
async function originalsOf(tx: ReadTransaction, group: Group, messages: readonly Message[]): Promise<(RecordedEvent | undefined)[]> {
  const byPosition = group.stream === allStream
  const places = messages.map((message) => (byPosition && !message.replayed ? undefined : originalPlace(group, message)))
  const found = await eventsAtPlaces(tx, places)
  if (!byPosition) return found
  const inLog = await eventsAtPositions(
    tx,
    messages.filter(({ replayed }) => !replayed).map(({ number }) => number),
  )
  return messages.map((message, index) => (message.replayed ? found[index] : inLog.get(message.number)))
}

/** Largest gap between positions that are read in one range. */
const widestGap = 64

async function eventsAtPositions(tx: ReadTransaction, positions: readonly number[]): Promise<ReadonlyMap<number, RecordedEvent>> {
  const ranges = clusters([...new Set(positions)], widestGap)
  const found = await Promise.all(ranges.map(([from, last]) => tx.log({ from, direction: 'forward', limit: last - from + 1 })))
  return new Map(found.flat().map((event) => [event.position, event]))
}

/** The place of a message's original event: of a replayed message, the link in the parked stream. */
export const originalPlace = ({ stream, name }: Group, { number, replayed }: Message): EventPlace => ({
  stream: replayed ? parkedStreamOf(stream, name) : stream,
  number,
})

function readEvent(message: Message, original: RecordedEvent | undefined, target: RecordedEvent | undefined): ReadEvent | undefined {
  if (!original || message.target === undefined) return original && { kind: 'event', event: original }
  if (target) return { kind: 'resolved', event: target, link: original }
  const named = linkTarget(original)
  return named.kind === 'target'
    ? { kind: 'broken', link: original, stream: named.stream, number: named.number }
    : { kind: 'event', event: original }
}

/** Reads events by their places, neighbours in one stream together. */
async function eventsAtPlaces(tx: ReadTransaction, places: readonly (EventPlace | undefined)[]): Promise<(RecordedEvent | undefined)[]> {
  const numbers = new Map<string, number[]>()
  for (const place of places) if (place) numbers.set(place.stream, [...(numbers.get(place.stream) ?? []), place.number])
  const found = new Map<string, ReadonlyMap<number, RecordedEvent>>()
  for (const [stream, wanted] of numbers) found.set(stream, await eventsByNumber(tx, stream, wanted))
  return places.map((place) => place && found.get(place.stream)?.get(place.number))
}
