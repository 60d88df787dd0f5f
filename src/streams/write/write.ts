// Appends to and deletes streams inside a transaction, with the effects: metadata, undeletes, tombstones.

import type { WriteClock } from '../../base/platform/environment.ts'
import type { EventTable } from '../../base/events/event-table.ts'
import { concatEvents, eventTable, eventsOfStream } from '../../base/events/event-table.ts'
import type { StreamHead } from '../../base/events/events.ts'
import { isDeletedForWrites, tombstoneNumber } from '../../base/events/events.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/storage.ts'
import { checkVersion, decideCheck, decideDeletion } from './append.ts'
import type { AppendDecision } from './append.ts'
import { answerQuestion, decisiveStreams, isQuestion, stateOf } from './append-lookups.ts'
import type { Heads } from './heads.ts'
import { advanceHeads, headOf, loadHeads, putHeadsAfter } from './heads.ts'
import { softDeletedText } from '../metadata/metadata.ts'
import type { AppendOutcome, DeleteOutcome, StreamDeletion, StreamWrite } from '../outcomes.ts'
import { mayUndelete, metadataEvent, metadataTable, undeletesBy } from './undelete.ts'
import { isMetastream, metastreamOf, originalOf, tombstoneType } from '../system.ts'

/** Decides and writes one append (streams-http §8.7, §17). */
export async function appendIn(tx: WriteTransaction, write: StreamWrite, clock: WriteClock): Promise<AppendOutcome> {
  const [outcome] = await appendAllIn(tx, [write], clock)
  return outcome!
}

/**
 * Decides and writes several appends. Each sees those before it, and the storage takes their events together, so that writes to many
 * streams cost little more than one.
 */
export async function appendAllIn(
  tx: WriteTransaction,
  writes: readonly StreamWrite[],
  clock: WriteClock,
  heads: Heads = new Map(),
): Promise<AppendOutcome[]> {
  const appends = new Appends(tx, clock, heads)
  await appends.load(writes)
  const outcomes: Decided[] = []
  for (const write of writes) {
    outcomes.push(appends.decideNow(write) ?? (await appends.decide(write)))
    if (appends.isFull()) await appends.flush()
  }
  await appends.flush()
  return outcomes.map((decided) => (typeof decided === 'function' ? decided() : decided))
}

/** An outcome, or a function that gives it once the events have their positions. */
type Decided = AppendOutcome | (() => AppendOutcome)

/** Most events to hold back: a transaction without requests for long counts as stuck, and ends. */
const mostPending = 200

/** The appends of one transaction: decided one after the other, flushed to the storage together. */
class Appends {
  readonly #tx: WriteTransaction
  readonly #clock: WriteClock
  readonly #heads: Heads
  #pending: EventTable[] = []
  #pendingCount = 0
  #changed = new Set<string>()
  /** Log positions of the flushed events, in order. */
  readonly #positions: number[] = []
  #end = 0

  constructor(tx: WriteTransaction, clock: WriteClock, heads: Heads) {
    this.#tx = tx
    this.#clock = clock
    this.#heads = heads
  }

  load(writes: readonly Pick<StreamWrite, 'stream' | 'expected'>[]): Promise<void> {
    const streams = writes.flatMap(({ stream, expected }) => decisiveStreams(stream, expected))
    return loadHeads(this.#tx, this.#heads, [...new Set(streams)])
  }

  isFull(): boolean {
    return this.#pendingCount >= mostPending
  }

  /** @returns undefined if the decision needs a read. */
  decideNow(write: StreamWrite): Decided | undefined {
    const state = stateOf(this.#heads, write.stream)
    const check = checkVersion(state, write.expected)
    if (isQuestion(check) || mayUndelete(this.#heads, write.stream)) return undefined
    return check.kind === 'append' ? this.#append(write, [this.#numbered(write, state.last + 1)]) : check
  }

  async decide(write: StreamWrite): Promise<Decided> {
    const state = stateOf(this.#heads, write.stream)
    const check = checkVersion(state, write.expected)
    // The look-up must find the pending events.
    if (isQuestion(check) || isDeletedForWrites(headOf(this.#heads, write.stream))) await this.flush()
    const decision: AppendDecision = isQuestion(check) ? await answerQuestion(this.#tx, write, state, check) : check
    if (decision.kind !== 'append') return decision
    const appended = { stream: write.stream, first: state.last + 1, events: write.events }
    const undeletes = await undeletesBy(this.#tx, this.#heads, appended, this.#clockOf(write))
    return this.#append(write, [this.#numbered(write, state.last + 1), ...undeletes])
  }

  #clockOf({ at }: StreamWrite): WriteClock {
    return at === undefined ? this.#clock : { ...this.#clock, now: () => at }
  }

  #numbered({ stream, events, at }: StreamWrite, first: number): EventTable {
    return eventsOfStream(events, stream, first, at ?? this.#clock.now())
  }

  /** @param tables of the events of the write, and of those that they entail. */
  #append({ stream, events }: StreamWrite, tables: readonly EventTable[]): () => AppendOutcome {
    const index = this.#positions.length + this.#pendingCount
    const first = headOf(this.#heads, stream).last + 1
    for (const table of tables) {
      this.#pending.push(table)
      this.#pendingCount += table.count
      for (const changed of advanceHeads(this.#heads, table)) this.#changed.add(changed)
    }
    const last = first + events.count - 1
    return () => ({ kind: 'appended', first, last, position: this.#positions[index] ?? this.#end })
  }

  async flush(): Promise<void> {
    const [tables, count, changed] = [this.#pending, this.#pendingCount, this.#changed]
    if (count === 0) return
    this.#pending = []
    this.#pendingCount = 0
    this.#changed = new Set()
    const first = await this.#tx.append(concatEvents(tables))
    for (let index = 0; index < count; index++) this.#positions.push(first + index)
    this.#end = first + count
    for (const stream of changed) this.#tx.putHead(headOf(this.#heads, stream))
  }
}

/** What an append of no events would find: whether the stream is as expected. */
export type CheckOutcome =
  /** `current` is -1 where the stream has no event. */
  { readonly kind: 'as-expected'; readonly current: number } | Extract<AppendOutcome, { kind: 'wrong-version' | 'deleted' }>

/** Checks an expected version, and writes nothing. @param expected as of a `StreamWrite`. */
export async function checkIn(tx: ReadTransaction, stream: string, expected: bigint): Promise<CheckOutcome> {
  const heads: Heads = new Map()
  await loadHeads(tx, heads, decisiveStreams(stream, expected))
  const state = stateOf(heads, stream)
  if (state.deleted) return { kind: 'deleted' }
  const check = decideCheck(state, expected)
  return check.kind === 'append' ? { kind: 'as-expected', current: state.last } : check
}

/** Decides and writes one deletion (streams-http §9). */
export async function deleteIn(tx: WriteTransaction, deletion: StreamDeletion, clock: WriteClock): Promise<DeleteOutcome> {
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
    const position = await tx.append(eventTable([{ ...tombstone, stream, number: tombstoneNumber, created: clock.now() }]))
    tx.putHead({ ...headOf(heads, stream), tombstone: true })
    if (isMetastream(stream)) dropMetadata(tx, headOf(heads, originalOf(stream)))
    return { kind: 'deleted-now', position }
  }
  const events = metadataTable(metastream, softDeletedText, headOf(heads, metastream).last + 1, clock)
  const position = await tx.append(events)
  putHeadsAfter(tx, heads, events)
  return { kind: 'deleted-now', position }
}

/** Drops the metadata of a stream with its metastream, which makes hidden events visible again (streams-http §9). */
function dropMetadata(tx: WriteTransaction, head: StreamHead): void {
  if (Object.keys(head.metadata).length > 0) tx.putHead({ ...head, metadata: {} })
}
