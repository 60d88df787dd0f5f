// The subscriptions of the method Read: events as they are written, places to resume from, and the end reached (grpc §8).

import type { RecordedEvent } from '../../base/events/events.ts'
import { maxInt64 } from '../../base/events/events.ts'
import { passes } from '../../streams/read/filter.ts'
import type { AheadBatch } from '../../streams/follow/ahead.ts'
import { firstBatch } from '../../streams/follow/batch-size.ts'
import type { ReadEvent } from '../../streams/streams.ts'
import { allStream } from '../../streams/system.ts'
import type { GrpcAnswer, CallContext } from '../call.ts'
import type { CallServices } from '../parts.ts'
import { aborted, cancelled, handlerFailed, invalid, streamDeleted } from '../status.ts'
import { eventFrames } from '../wire/event-frames.ts'
import type { ReadFilter } from './filter.ts'
import type { AllRead, StreamRead } from './read-request.ts'
import { caughtUp, checkpoint, confirmation } from './read-messages.ts'

type Request = StreamRead | AllRead

export async function* subscribe(request: Request, { signal }: CallContext, parts: CallServices): GrpcAnswer {
  const { environment, streams } = parts
  const stream = 'stream' in request ? request.stream : allStream
  // A stream that is deleted by now gets no confirmation.
  const first = stream === allStream ? undefined : await streams.readAhead({ stream, from: 0, count: 1 })
  if (first?.kind === 'unreadable') return first.tombstone ? streamDeleted(stream) : handlerFailed
  const from = firstOf(request)
  // What is written once the client has its confirmation is behind the end.
  const begun = from === undefined ? undefined : await parts.placeOf(stream, from)
  yield confirmation(environment.uuid())
  if (!begun) return invalid('Trying to read from an invalid position.')
  const delivery = new Delivery(request, () => environment.now(), asked(request))
  for await (const batch of parts.follow({ stream, begun: Promise.resolve(begun), ends: [signal], resolveLinks: request.resolveLinks })) {
    if (batch.kind === 'replaced') return aborted('The content of the store was replaced: subscribe again.')
    if (batch.kind === 'unreadable') {
      if (!batch.tombstone) return handlerFailed
      yield* eventFrames([{ kind: 'event', event: batch.tombstone }], request.format)
      return streamDeleted(stream)
    }
    for (const chunk of delivery.chunksOf(batch)) yield chunk
  }
  return cancelled
}

/** The number or position of the first event; undefined where the position is none. */
function firstOf({ from }: Request): number | 'end' | undefined {
  if (from.kind === 'end') return 'end'
  if (from.kind === 'start') return 0
  if (typeof from.place === 'bigint') return from.place > maxInt64 ? 'end' : Number(from.place) + 1
  const { commit, prepare } = from.place
  if (commit < prepare) return undefined
  // A border between pages has no record of its own: what follows it is new.
  return prepare < commit ? Number(commit) : Number(commit) + 1
}

/** The place that the request names itself. */
function asked({ from }: Request): Place | undefined {
  if (from.kind !== 'at') return undefined
  return typeof from.place === 'bigint' ? { number: Number(from.place) } : { position: Number(from.place.commit) }
}

type Place = { readonly number: number } | { readonly position: number }

/** Turns batches into messages, and remembers what the client has been told. */
class Delivery {
  readonly #request: Request
  readonly #now: () => number
  /** The last event that was handed out. */
  #place: Place | undefined
  #isLive = false
  /** Records considered since the last checkpoint, and the last one of them. */
  #considered = 0
  #last: number | undefined
  #told: number | undefined

  constructor(request: Request, now: () => number, place: Place | undefined) {
    this.#request = request
    this.#now = now
    this.#place = place
  }

  *chunksOf(batch: AheadBatch): Generator<Uint8Array> {
    if ('stream' in this.#request) yield* this.#events(batch.events)
    else if (this.#request.filter) yield* this.#filtered(batch.events, this.#request.filter)
    else yield* this.#events(batch.events.filter((read) => passes(originalOf(read), undefined)))
    if (!batch.isEnd || this.#isLive) return
    this.#isLive = true
    yield* this.#checkpoint()
    yield caughtUp(this.#place, this.#now())
  }

  *#events(events: readonly ReadEvent[]): Generator<Uint8Array> {
    const last = events.at(-1)
    if (!last) return
    const { number, position } = originalOf(last)
    this.#place = 'stream' in this.#request ? { number } : { position }
    yield* eventFrames(events, this.#request.format)
  }

  /** While it catches up, places are told at the ends of pages, and later exactly where they fall due. */
  *#filtered(events: readonly ReadEvent[], { filter, checkpointInterval }: ReadFilter): Generator<Uint8Array> {
    for (let start = 0; start < events.length;) {
      const due = Math.max(1, checkpointInterval - this.#considered)
      const page = this.#isLive ? due : firstBatch
      const records = events.slice(start, start + page)
      start += records.length
      yield* this.#events(records.filter((read) => passes(originalOf(read), filter)))
      this.#considered += records.length
      this.#last = originalOf(records.at(-1)!).position
      if (this.#considered >= checkpointInterval) yield* this.#checkpoint()
    }
  }

  *#checkpoint(): Generator<Uint8Array> {
    this.#considered = 0
    if (this.#last === undefined || this.#last === this.#told) return
    this.#told = this.#last
    yield checkpoint(this.#last, this.#now())
  }
}

const originalOf = (read: ReadEvent): RecordedEvent => (read.kind === 'event' ? read.event : read.link)
