// Looks up what links lead to: as of now, or as of the time each link was written (projection-language §5.3).

import type { RecordedEvent, StreamHead, StreamMetadata } from '../base/events.ts'
import { maxInt64 } from '../base/events.ts'
import type { ReadTransaction } from '../storage/storage.ts'
import { linkTarget } from '../streams/links.ts'
import { readMetadata } from '../streams/metadata.ts'
import type { StreamState } from '../streams/read.ts'
import { eventIn, stateIn } from '../streams/read.ts'
import { isMetastream, metastreamOf } from '../streams/system.ts'
import { firstVisible, horizon, isVisible } from '../streams/visible.ts'
import type { Resolution } from './delivery.ts'

/** Resolves the links of one batch; what it learns about streams it keeps for the whole batch. */
export interface LinkTargets {
  /** As a reader of the stream sees the target now. */
  resolveNow(record: RecordedEvent): Promise<Resolution>
  /** As a reader saw it when the record was written. */
  resolveThen(record: RecordedEvent): Promise<Resolution>
}

const none: Resolution = { kind: 'none' }
const eventGone: Resolution = { kind: 'event-gone' }

/** @param now milliseconds since 1970. */
export function linkTargets(tx: ReadTransaction, now: number): LinkTargets {
  const states = new Map<string, Promise<StreamState>>()
  const heads = new Map<string, Promise<StreamHead | undefined>>()
  const stateOf = (stream: string) => once(states, stream, () => stateIn(tx, stream, now))
  const headOf = (stream: string) => once(heads, stream, () => tx.head(stream))

  const follow = async (
    record: RecordedEvent,
    read: (stream: string, number: bigint) => Promise<RecordedEvent | 'no-stream' | undefined>,
  ) => {
    const target = linkTarget(record)
    if (target.kind === 'no-link') return none
    if (target.kind === 'number-only') return eventGone
    const found = await read(target.stream, target.number)
    if (found === 'no-stream') return { kind: 'stream-gone', stream: target.stream } as const
    return found ? ({ kind: 'event', event: found } as const) : eventGone
  }

  return {
    resolveNow: (record) =>
      follow(record, async (stream, number) => {
        const state = await stateOf(stream)
        if (state.kind === 'missing' || state.kind === 'deleted') return 'no-stream'
        return state.kind === 'readable' ? eventIn(tx, state, number) : undefined
      }),
    resolveThen: (record) =>
      follow(record, async (stream, number) => {
        const head = await headOf(stream)
        if (!head) return 'no-stream'
        const history = isMetastream(stream) ? undefined : await headOf(metastreamOf(stream))
        return eventAt(tx, head, history, number, record)
      }),
  }
}

function once<T>(known: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? read()
  known.set(key, found)
  return found
}

/**
 * The event that a reader of the stream saw under a number when a record was written.
 *
 * @param head the stream's present head.
 * @param history the present head of its metastream, if there is one.
 */
async function eventAt(
  tx: ReadTransaction,
  head: StreamHead,
  history: StreamHead | undefined,
  number: bigint,
  moment: RecordedEvent,
): Promise<RecordedEvent | 'no-stream' | undefined> {
  const past = await headAt(tx, head, history, moment.position)
  if (!past || past.metadata.truncateBefore === maxInt64) return 'no-stream'
  const wanted = number === -1n ? BigInt(past.last) : number
  if (wanted < 0n || wanted > BigInt(past.last) || wanted < firstVisible(past)) return undefined
  const age = horizon(past, moment.created)
  const [event] = await tx.stream(head.stream, { from: Number(wanted), direction: 'forward', limit: 1 })
  const since = age.kind === 'since' ? age.milliseconds : Number.POSITIVE_INFINITY
  return event?.number === Number(wanted) && isVisible(event, past, since) ? event : undefined
}

/** @returns the head as it was before a position; undefined where there was no stream, or it was hard-deleted already. */
async function headAt(
  tx: ReadTransaction,
  head: StreamHead,
  history: StreamHead | undefined,
  position: number,
): Promise<StreamHead | undefined> {
  const last = await lastBefore(tx, head.stream, head.tombstone ? Number.MAX_SAFE_INTEGER : head.last, position)
  if (!last || isTombstoneOf(head, last)) return undefined
  const metadataEvent = history && (await lastBefore(tx, history.stream, history.last, position))
  const metadata: StreamMetadata = metadataEvent ? readMetadata(metadataEvent) : {}
  return { stream: head.stream, last: last.number, tombstone: false, metadata }
}

const isTombstoneOf = (head: StreamHead, event: RecordedEvent): boolean => head.tombstone && event.number === Number.MAX_SAFE_INTEGER

/** What a stream held last before a position: links are mostly looked at soon after they were written, so this starts at the end. */
async function lastBefore(tx: ReadTransaction, stream: string, last: number, position: number): Promise<RecordedEvent | undefined> {
  for (let from = last, limit = 1; from >= 0; limit = 111) {
    const events = await tx.stream(stream, { from, direction: 'backward', limit })
    const found = events.find((event) => event.position < position)
    if (found) return found
    if (events.length < limit) return undefined
    from = events.at(-1)!.number - 1
  }
  return undefined
}
