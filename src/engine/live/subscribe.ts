// Subscribes to a stream or to `$all`: reads batch by batch as its consumer asks, and waits for commits at the end.

import { StoreError } from '../../base/errors.ts'
import type { FollowedPlace, FollowParts } from '../../streams/follow/follow.ts'
import { follow, placeIn } from '../../streams/follow/follow.ts'
import type { LiveEvent } from './live-event.ts'
import { liveEvent } from './live-event.ts'
import type { SubscribeOptions, Subscription } from './subscription.ts'
import { asSubscription } from './subscription.ts'

export interface LiveParts extends FollowParts {
  /** Reads one event, which rejects with the reason why a stream cannot be read. */
  readonly read: (stream: string, options: { readonly from: number; readonly limit: number }) => Promise<unknown>
  /** Aborted when the store closes. */
  readonly closed: AbortSignal
}

/** @throws nothing: an error rejects `started` and the first `next`. */
export function subscribeTo(parts: LiveParts, stream: string, { from = 'start', signal }: SubscribeOptions = {}): Subscription<LiveEvent> {
  const place = begin(parts, stream, from)
  const ends = signal ? [parts.closed, signal] : [parts.closed]
  return asSubscription(place, ends, (signals) => eventsOf({ ...parts, stream, begun: place, ends: signals }))
}

async function begin(parts: LiveParts, stream: string, from: 'start' | 'end' | number): Promise<FollowedPlace> {
  checkPlace(stream, from)
  return await placeIn(parts, stream, from === 'start' ? 0 : from)
}

interface Following extends LiveParts {
  readonly stream: string
  readonly begun: Promise<FollowedPlace>
  /** Each of them ends the subscription. */
  readonly ends: readonly AbortSignal[]
}

async function* eventsOf(following: Following): AsyncGenerator<LiveEvent, undefined> {
  const { stream, ends, closed, read } = following
  const begunTooLate = closed.aborted
  const isOver = (): boolean => ends.some(({ aborted }) => aborted)
  try {
    let next = 0
    for await (const batch of follow(following, following)) {
      if (batch.kind === 'replaced') throw contentsReplaced(stream)
      // A reader hears of the reason; unless it has just gone.
      if (batch.kind === 'unreadable') await read(stream, { from: next, limit: 1 })
      else {
        for (const found of batch.events) {
          if (isOver()) return
          const event = liveEvent(found)
          if (event) yield event
        }
        next = batch.next
      }
    }
  } catch (error) {
    // A storage that closes refuses pending reads.
    if (begunTooLate || !isOver()) throw error
  }
}

function checkPlace(stream: string, from: unknown): void {
  const isPlace = from === 'start' || from === 'end' || (Number.isSafeInteger(from) && (from as number) >= 0)
  if (isPlace && stream !== '') return
  throw new StoreError('invalid-options', isPlace ? 'A stream has a name.' : `No subscription begins from ${String(from)}.`, {
    hint: 'Subscribe to the name of a stream or "$all", from "start", "end", or a number of 0 or more.',
  })
}

const contentsReplaced = (stream: string): StoreError =>
  new StoreError('contents-replaced', `The content of the store was replaced while "${stream}" was subscribed to.`, {
    hint: 'It was cleared, reset or restored, so numbers and positions start over: discard the events received, and subscribe again.',
  })
