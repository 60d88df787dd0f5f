// Resolves events of type `$>` to the events they name, or tells why that fails (streams-http §15).

import type { RecordedEvent } from '../../base/events/events.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import { linkTarget } from './link-target.ts'
import type { StreamState } from './read.ts'
import { eventIn, stateIn } from './read.ts'
import { linkType } from '../system.ts'

/** An event after link resolution. */
export type ReadEvent =
  | { readonly kind: 'event'; readonly event: RecordedEvent }
  | { readonly kind: 'resolved'; readonly event: RecordedEvent; readonly link: RecordedEvent }
  /** The target does not exist or is hidden. */
  | { readonly kind: 'broken'; readonly link: RecordedEvent; readonly stream: string; readonly number: bigint }

/** Resolves one level of links, whatever rights the caller has on the target. @param now milliseconds since 1970. */
export const resolveLink = (tx: ReadTransaction, event: RecordedEvent, now: number): Promise<ReadEvent> =>
  follow(tx, event, (stream) => stateIn(tx, stream, now))

/** Resolves the links among stored events; targets in one stream share one look-up of its state. */
export async function resolveEvents(
  tx: ReadTransaction,
  events: readonly RecordedEvent[],
  resolveLinks: boolean,
  now: number,
): Promise<ReadEvent[]> {
  if (!resolveLinks || !events.some(({ type }) => type === linkType)) return events.map((event) => ({ kind: 'event', event }))
  const states = new Map<string, Promise<StreamState>>()
  const stateOf = (stream: string): Promise<StreamState> => {
    const state = states.get(stream) ?? stateIn(tx, stream, now)
    states.set(stream, state)
    return state
  }
  return await Promise.all(events.map((event) => follow(tx, event, stateOf)))
}

async function follow(tx: ReadTransaction, event: RecordedEvent, stateOf: (stream: string) => Promise<StreamState>): Promise<ReadEvent> {
  const target = linkTarget(event)
  if (target.kind !== 'target') return { kind: 'event', event }
  const { stream, number } = target
  const state = await stateOf(stream)
  const found = state.kind === 'readable' ? await eventIn(tx, state, number) : undefined
  return found ? { kind: 'resolved', event: found, link: event } : { kind: 'broken', link: event, stream, number }
}
