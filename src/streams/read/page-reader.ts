// Reads one page or one event of a stream as a client sees it, with the figures for links and cache headers.

import type { RecordedEvent, StreamHead } from '../../base/events/events.ts'
import { maxInt64 } from '../../base/events/events.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import type { ReadEvent } from './links.ts'
import { resolveEvents } from './links.ts'
import type { PageRange } from './page-plan.ts'
import { planPage, reachesEnd } from './page-plan.ts'
import type { StreamState } from './read.ts'
import { eventIn, stateIn, visibleIn } from './read.ts'
import { isMetastream, originalOf } from '../system.ts'
import { firstVisible, metadataInForce } from './visible.ts'

export interface PageRequest extends PageRange {
  readonly stream: string
  readonly resolveLinks: boolean
  /** The last event that the client knows: where it is still the last, the outcome is `not-modified` (streams-http §16.3). */
  readonly unless?: bigint
}

/** The reason why a stream cannot be read. */
export type Unreadable =
  | { readonly kind: 'missing'; readonly last: bigint }
  | { readonly kind: 'deleted' }
  /** `$maxAge` reaches back before the year 1, and truncation and count do not decide alone (streams-http §12.4). */
  | { readonly kind: 'unrepresentable-age' }

export interface StreamPage {
  readonly kind: 'page'
  /** Newest first, whatever the direction. */
  readonly entries: readonly ReadEvent[]
  readonly from: bigint
  readonly isEnd: boolean
  /** Number of the stream's last event. */
  readonly last: bigint
  /** Seconds, from the metadata. */
  readonly cacheControl: bigint | undefined
}

/** `last` of `not-modified` is -1 for a stream without events, 2^63-1 for a hard-deleted one. */
export type PageOutcome = StreamPage | { readonly kind: 'not-modified'; readonly last: bigint } | Unreadable

/** Reads a page (streams-http §10), at a cost independent of the length of the stream. */
export async function readPageIn(tx: ReadTransaction, request: PageRequest, now: number): Promise<PageOutcome> {
  const state = await stateIn(tx, request.stream, now)
  const last = lastOf(state)
  if (request.unless === last) return { kind: 'not-modified', last }
  if (state.kind === 'missing' || state.kind === 'deleted') return unreadable(state)
  const least = firstVisible(state.head)
  const plan = planPage(request, state.head.last, least)
  const isPlannedEmpty = !plan.window && (request.direction === 'forward' || plan.from < least)
  if (state.kind === 'unrepresentable-age' && !isPlannedEmpty) return unreadable(state)
  const found = plan.window && state.kind === 'readable' ? await readWindow(tx, state, plan.window) : []
  const isEnd = reachesEnd(request.direction, plan, {
    oldest: found.at(-1)?.number,
    lastTooOld: state.kind === 'readable' && request.direction === 'forward' && found.length === 0 && (await isLastTooOld(tx, state)),
  })
  const entries = await resolveEvents(tx, found, request.resolveLinks, now)
  return { kind: 'page', entries, from: plan.from, isEnd, last, cacheControl: metadataInForce(state.head).cacheControl }
}

export interface EventRequest {
  readonly stream: string
  readonly number: bigint | 'head'
  readonly resolveLinks: boolean
}

export type EventOutcome =
  | {
      readonly kind: 'found'
      readonly entry: ReadEvent
      /** Seconds, from the metadata. */
      readonly cacheControl: bigint | undefined
    }
  /** The described stream has events, but this metadata event is missing (streams-http §12.3). */
  | { readonly kind: 'no-metadata' }
  | Unreadable

/** Reads one event (streams-http §11). A missing event of a metastream is no error where the described stream exists (§12.3). */
export async function readEventIn(tx: ReadTransaction, request: EventRequest, now: number): Promise<EventOutcome> {
  const outcome = await findEventIn(tx, request, now)
  if (outcome.kind !== 'missing' || !isMetastream(request.stream)) return outcome
  const original = await tx.head(originalOf(request.stream))
  return original && original.last >= 0 ? { kind: 'no-metadata' } : outcome
}

async function findEventIn(tx: ReadTransaction, request: EventRequest, now: number): Promise<EventOutcome> {
  const state = await stateIn(tx, request.stream, now)
  const number = request.number === 'head' ? -1n : request.number
  if (state.kind === 'unrepresentable-age' && mayBeVisible(state.head, number)) return unreadable(state)
  if (state.kind === 'missing' || state.kind === 'deleted') return unreadable(state)
  const event = state.kind === 'readable' ? await eventIn(tx, state, number) : undefined
  if (!event) return { kind: 'missing', last: lastOf(state) }
  const [entry = { kind: 'event', event }] = await resolveEvents(tx, [event], request.resolveLinks, now)
  return { kind: 'found', entry, cacheControl: metadataInForce(state.head).cacheControl }
}

/** Whether age alone decides. @param number as for `eventIn`. */
function mayBeVisible(head: StreamHead, number: bigint): boolean {
  const wanted = number === -1n ? BigInt(head.last) : number
  return wanted >= firstVisible(head) && wanted <= BigInt(head.last)
}

function lastOf(state: StreamState): bigint {
  if (state.kind === 'deleted') return maxInt64
  return state.kind === 'missing' ? BigInt(state.head?.last ?? -1) : BigInt(state.head.last)
}

function unreadable(state: Exclude<StreamState, { kind: 'readable' }>): Unreadable {
  return state.kind === 'missing' ? { kind: 'missing', last: lastOf(state) } : { kind: state.kind }
}

type Readable = Extract<StreamState, { kind: 'readable' }>

/** Newest first. */
const readWindow = (tx: ReadTransaction, state: Readable, window: { first: number; last: number }): Promise<RecordedEvent[]> =>
  visibleIn(tx, state, { from: window.last, direction: 'backward', limit: window.last - window.first + 1 }).then((events) =>
    // A scavenge leaves gaps, so the read may have filled its limit with events before the window.
    events.filter(({ number }) => number >= window.first),
  )

const isLastTooOld = async (tx: ReadTransaction, state: Readable): Promise<boolean> => (await eventIn(tx, state, -1n)) === undefined
