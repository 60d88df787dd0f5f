// Appends to and deletes streams inside a transaction, with what follows from it: metadata, revival, tombstones.

import type { NewEvent, NumberedEvent } from '../base/events.ts'
import { isSoftDeleted, tombstoneNumber } from '../base/events.ts'
import type { Environment } from '../base/environment.ts'
import type { ReadTransaction, WriteTransaction } from '../storage/storage.ts'
import type { AppendDecision, AppendQuestion, AppendState } from './append.ts'
import { beginAppend, decideByPlaces, decideByStoredIds, decideDeletion } from './append.ts'
import type { Heads } from './heads.ts'
import { advanceHeads, headOf, loadHeads, putHeadsAfter } from './heads.ts'
import { softDeletedText, withTruncateBefore } from './metadata.ts'
import type { AppendOutcome, DeleteOutcome, StreamDeletion, StreamWrite } from './outcomes.ts'
import { expectedVersion } from './outcomes.ts'
import { isMetastream, metadataType, metastreamOf, originalOf, tombstoneType } from './system.ts'

type Clock = Pick<Environment, 'now' | 'uuid'>

/** Decides and writes one append (streams-http §8.7, §17). */
export async function appendIn(tx: WriteTransaction, write: StreamWrite, clock: Clock): Promise<AppendOutcome> {
  const [outcome] = await appendAllIn(tx, [write], clock)
  return outcome!
}

/** What a transaction has decided to append and not yet handed to the storage. */
interface Pending {
  readonly events: NumberedEvent[]
  readonly heads: Set<string>
  /** Outcomes that wait for their positions, by the index of their first event. */
  readonly outcomes: Map<number, (position: number) => void>
}

/**
 * Decides and writes several appends, each seeing those before it, and hands their events to the storage together: what is written
 * to many streams in turn costs little more than one write.
 */
export async function appendAllIn(tx: WriteTransaction, writes: readonly StreamWrite[], clock: Clock): Promise<AppendOutcome[]> {
  const heads: Heads = new Map()
  const outcomes: AppendOutcome[] = []
  let pending = nothingPending()
  await loadHeads(tx, heads, [...new Set(writes.flatMap(({ stream, expected }) => decisiveStreams(stream, expected)))])

  const flush = async (): Promise<void> => {
    const { events, heads: changed, outcomes: waiting } = pending
    pending = nothingPending()
    if (events.length === 0 && waiting.size === 0) return
    const recorded = await tx.append(events)
    const end = waiting.has(events.length) ? await tx.end() : 0
    for (const [index, settle] of waiting) settle(recorded[index]?.position ?? end)
    for (const stream of changed) tx.putHead(headOf(heads, stream))
  }

  for (const [index, write] of writes.entries()) {
    const state = stateOf(heads, write.stream)
    const begun = beginAppend(state, write.expected)
    // What is pending must be found when events are looked up.
    if (isQuestion(begun) || isSoftDeleted(headOf(heads, write.stream))) await flush()
    const decision = isQuestion(begun) ? await answer(tx, write, state, begun) : begun
    if (decision.kind !== 'append') {
      outcomes[index] = decision
      continue
    }
    const first = state.last + 1
    const events = numbered(write.stream, write.events, first, clock)
    const revival = await revivalBy(tx, heads, events, clock)
    const all = revival ? [...events, revival] : events
    pending.outcomes.set(pending.events.length, (position) => {
      outcomes[index] = { kind: 'appended', first, last: first + events.length - 1, position }
    })
    pending.events.push(...all)
    for (const stream of advanceHeads(heads, all)) pending.heads.add(stream)
  }
  await flush()
  return outcomes
}

const nothingPending = (): Pending => ({ events: [], heads: new Set(), outcomes: new Map() })

/** Decides and writes one deletion (streams-http §9). */
export async function deleteIn(tx: WriteTransaction, deletion: StreamDeletion, clock: Clock): Promise<DeleteOutcome> {
  const { stream, expected, hard } = deletion
  const heads: Heads = new Map()
  const metastream = metastreamOf(stream)
  await loadHeads(tx, heads, [...decisiveStreams(stream, expected), metastream])
  const state = stateOf(heads, stream)
  const decision = decideDeletion(state, expected)
  if (decision.kind !== 'append') return decision
  if (!hard && state.last < 0 && !state.hasMetadata) return { kind: 'wrong-version', current: state.last }

  if (hard) {
    const tombstone = { ...metadataEvent('', clock), type: tombstoneType, isJson: false }
    await tx.append([{ ...tombstone, stream, number: tombstoneNumber, created: clock.now() }])
    tx.putHead({ ...headOf(heads, stream), tombstone: true })
  } else {
    const events = numbered(metastream, [metadataEvent(softDeletedText, clock)], headOf(heads, metastream).last + 1, clock)
    await tx.append(events)
    putHeadsAfter(tx, heads, events)
  }
  return { kind: 'deleted-now' }
}

function decisiveStreams(stream: string, expected: bigint): string[] {
  const streams = [stream]
  if (isMetastream(stream)) streams.push(originalOf(stream))
  if (expected === expectedVersion.streamExists) streams.push(metastreamOf(stream))
  return streams
}

/**
 * A metastream dies with its stream only where it has no event yet: the reference remembers the end of the others
 * (streams-http §17, "POST metadata" to a hard-deleted stream).
 */
function stateOf(heads: Heads, stream: string): AppendState {
  const head = headOf(heads, stream)
  const orphaned = isMetastream(stream) && head.last < 0 && headOf(heads, originalOf(stream)).tombstone
  return {
    last: head.last,
    deleted: head.tombstone || orphaned,
    softDeleted: isSoftDeleted(head),
    hasMetadata: headOf(heads, metastreamOf(stream)).last >= 0,
  }
}

const isQuestion = (begun: AppendDecision | AppendQuestion): begun is AppendQuestion =>
  begun.kind === 'places-of-ids' || begun.kind === 'ids-at'

async function answer(tx: ReadTransaction, write: StreamWrite, state: AppendState, question: AppendQuestion): Promise<AppendDecision> {
  const ids = write.events.map(({ id }) => id)
  if (question.kind === 'ids-at') {
    const stored = await idsAt(tx, write.stream, question.from, ids)
    return decideByStoredIds(state, write.expected, ids, stored)
  }
  const places = await tx.firstWithId(ids)
  return decideByPlaces(
    state,
    places.map((place) => (place?.stream === write.stream ? place.number : undefined)),
  )
}

/** The ids that stand from a number on; a scavenged event is still known by the place that its id has first. */
async function idsAt(tx: ReadTransaction, stream: string, from: number, ids: readonly string[]): Promise<(string | undefined)[]> {
  const events = await tx.stream(stream, { from, direction: 'forward', limit: ids.length })
  const stored = new Map(events.map(({ number, id }) => [number, id]))
  const isComplete = ids.every((_, index) => stored.has(from + index))
  const places = isComplete ? [] : await tx.firstWithId(ids)
  return ids.map((id, index) => {
    const place = places[index]
    const dropped = place?.stream === stream && place.number === from + index ? id : undefined
    return stored.get(from + index) ?? dropped
  })
}

/** The metadata event that brings a soft-deleted stream back, where this write does so (streams-http §17). */
async function revivalBy(
  tx: ReadTransaction,
  heads: Heads,
  events: readonly NumberedEvent[],
  clock: Clock,
): Promise<NumberedEvent | undefined> {
  const [first, last] = [events[0], events.at(-1)]
  if (!first || !last) return undefined
  if (isMetastream(first.stream)) return revivalByMetadata(heads, last, clock)
  if (!isSoftDeleted(headOf(heads, first.stream))) return undefined
  const metastream = metastreamOf(first.stream)
  await loadHeads(tx, heads, [metastream])
  const end = headOf(heads, metastream).last
  const [metadata] = await tx.stream(metastream, { from: end, direction: 'backward', limit: 1 })
  const text = metadata && withTruncateBefore(metadata.data, first.number)
  return text === undefined ? undefined : numbered(metastream, [metadataEvent(text, clock)], end + 1, clock)[0]
}

function revivalByMetadata(heads: Heads, posted: NumberedEvent, clock: Clock): NumberedEvent | undefined {
  const original = headOf(heads, originalOf(posted.stream))
  if (!isSoftDeleted(original) || original.tombstone) return undefined
  const text = withTruncateBefore(posted.data, original.last + 1)
  return text === undefined ? undefined : numbered(posted.stream, [metadataEvent(text, clock)], posted.number + 1, clock)[0]
}

const metadataEvent = (data: string, clock: Clock): NewEvent => ({
  id: clock.uuid(),
  type: metadataType,
  data,
  metadata: '',
  isJson: true,
})

function numbered(stream: string, events: readonly NewEvent[], first: number, clock: Clock): NumberedEvent[] {
  const created = clock.now()
  return events.map((event, index) => ({ ...event, stream, number: first + index, created }))
}
