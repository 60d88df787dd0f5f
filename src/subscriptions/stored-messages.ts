// Fetches the events of messages: they stay in their streams until a scavenge, whatever has hidden them from readers since.

import type { EventPlace, RecordedEvent } from '../base/events.ts'
import type { ReadTransaction } from '../storage/storage.ts'
import type { ReadEvent } from '../streams/read/links.ts'
import { linkTarget } from '../streams/read/links.ts'
import type { Group, Message } from './group.ts'
import { parkedStreamOf } from './group.ts'

/** @returns for each message its event as it was when it was read ahead; undefined where a scavenge has removed it. */
export async function eventsOf(tx: ReadTransaction, group: Group, messages: readonly Message[]): Promise<(ReadEvent | undefined)[]> {
  const originals = await atPlaces(
    tx,
    messages.map((message) => originalPlace(group, message)),
  )
  const targets = await atPlaces(
    tx,
    messages.map(({ target }) => (target === 'missing' ? undefined : target)),
  )
  return messages.map((message, index) => readEvent(message, originals[index], targets[index]))
}

/** Where the original event of a message stands: for a replayed one that is the link in the parked stream. */
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

/** Reads events by their places; neighbours in one stream are fetched together. */
async function atPlaces(tx: ReadTransaction, places: readonly (EventPlace | undefined)[]): Promise<(RecordedEvent | undefined)[]> {
  const numbers = new Map<string, number[]>()
  for (const place of places) if (place) numbers.set(place.stream, [...(numbers.get(place.stream) ?? []), place.number])
  const found = new Map<string, Map<number, RecordedEvent>>()
  for (const [stream, wanted] of numbers) found.set(stream, await withNumbers(tx, stream, wanted))
  return places.map((place) => place && found.get(place.stream)?.get(place.number))
}

async function withNumbers(tx: ReadTransaction, stream: string, numbers: readonly number[]): Promise<Map<number, RecordedEvent>> {
  const sorted = [...new Set(numbers)].toSorted((one, other) => one - other)
  const pages = await Promise.all(
    runsOf(sorted).map(({ first, last }) => tx.stream(stream, { from: first, direction: 'forward', limit: last - first + 1 })),
  )
  return new Map(pages.flat().map((event) => [event.number, event]))
}

/** Numbers that follow each other closely enough to be read at once. @param sorted ascending, without doubles. */
function runsOf(sorted: readonly number[]): { first: number; last: number }[] {
  const widestGap = 8
  const runs: { first: number; last: number }[] = []
  for (const number of sorted) {
    const run = runs.at(-1)
    if (run && number - run.last <= widestGap) run.last = number
    else runs.push({ first: number, last: number })
  }
  return runs
}
