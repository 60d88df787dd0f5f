// Appends to and deletes streams inside a transaction, with what follows from it: metadata, revival, tombstones.

import type { WriteClock } from '../../base/environment.ts'
import type { NumberedEvent, StreamHead } from '../../base/events.ts'
import { isSoftDeleted, tombstoneNumber } from '../../base/events.ts'
import { eventsOfStream } from '../../base/events-of-stream.ts'
import type { WriteTransaction } from '../../storage/storage.ts'
import { beginAppend, decideDeletion } from './append.ts'
import type { AppendDecision } from './append.ts'
import { answer, decisiveStreams, isQuestion, stateOf } from './append-lookups.ts'
import type { Heads } from './heads.ts'
import { advanceHeads, headOf, loadHeads, putHeadsAfter } from './heads.ts'
import { softDeletedText } from '../metadata/metadata.ts'
import type { AppendOutcome, ColumnWrite, DeleteOutcome, StreamDeletion, StreamWrite } from '../outcomes.ts'
import { mayRevive, metadataEvent, numbered, revivalsBy } from './undelete.ts'
import { isMetastream, metastreamOf, originalOf, tombstoneType } from '../system.ts'

/** Decides and writes one append (streams-http §8.7, §17). */
export async function appendIn(tx: WriteTransaction, write: StreamWrite, clock: WriteClock): Promise<AppendOutcome> {
  const [outcome] = await appendAllIn(tx, [write], clock)
  return outcome!
}

/**
 * Decides and writes several appends, each seeing those before it, and hands their events to the storage together: what is written
 * to many streams in turn costs little more than one write.
 */
export async function appendAllIn(
  tx: WriteTransaction,
  writes: readonly (StreamWrite | ColumnWrite)[],
  clock: WriteClock,
  heads: Heads = new Map(),
): Promise<AppendOutcome[]> {
  const appends = new Appends(tx, clock, heads)
  await appends.load(writes)
  const outcomes: Decided[] = []
  for (const write of writes) {
    if ('columns' in write) outcomes.push(await appends.appendColumns(write))
    else outcomes.push(appends.decideAtOnce(write) ?? (await appends.decide(write)))
    if (appends.isFull()) await appends.handOver()
  }
  await appends.handOver()
  return outcomes.map((decided) => (typeof decided === 'function' ? decided() : decided))
}

/** An outcome, or what gives it once the events have their positions. */
type Decided = AppendOutcome | (() => AppendOutcome)

/** A transaction that hears nothing for long is taken for one that awaits something foreign, and ends. */
const mostWaiting = 200

/** Appends of one transaction that are decided one after the other and handed to the storage together. */
class Appends {
  private readonly tx: WriteTransaction
  private readonly clock: WriteClock
  private readonly heads: Heads
  private waiting: NumberedEvent[] = []
  private changed = new Set<string>()
  /** Where in the log each event went that was handed over. */
  private readonly positions: number[] = []
  private end = 0

  constructor(tx: WriteTransaction, clock: WriteClock, heads: Heads) {
    this.tx = tx
    this.clock = clock
    this.heads = heads
  }

  load(writes: readonly Pick<StreamWrite, 'stream' | 'expected'>[]): Promise<void> {
    const streams = writes.flatMap(({ stream, expected }) => decisiveStreams(stream, expected))
    return loadHeads(this.tx, this.heads, [...new Set(streams)])
  }

  isFull(): boolean {
    return this.waiting.length >= mostWaiting
  }

  /** @returns undefined where something must be read before it can be decided. */
  decideAtOnce(write: StreamWrite): Decided | undefined {
    const state = stateOf(this.heads, write.stream)
    const begun = beginAppend(state, write.expected)
    if (isQuestion(begun) || mayRevive(this.heads, write.stream)) return undefined
    return begun.kind === 'append' ? this.append(write, this.numbered(write, state.last + 1)) : begun
  }

  async decide(write: StreamWrite): Promise<Decided> {
    const state = stateOf(this.heads, write.stream)
    const begun = beginAppend(state, write.expected)
    // What waits must be found when events are looked up.
    if (isQuestion(begun) || isSoftDeleted(headOf(this.heads, write.stream))) await this.handOver()
    const decision: AppendDecision = isQuestion(begun) ? await answer(this.tx, write, state, begun) : begun
    if (decision.kind !== 'append') return decision
    const events = this.numbered(write, state.last + 1)
    const revivals = await revivalsBy(this.tx, this.heads, events, this.clockOf(write))
    return this.append(write, [...events, ...revivals])
  }

  /** They go to the storage as they are, unless there is something about the stream. */
  async appendColumns({ stream, expected, columns }: ColumnWrite): Promise<Decided> {
    const { last } = headOf(this.heads, stream)
    const begun = beginAppend(stateOf(this.heads, stream), expected)
    const created = this.clock.now()
    const events = { ...columns, stream, firstNumber: last + 1, created }
    if (isQuestion(begun) || mayRevive(this.heads, stream) || isMetastream(stream))
      return this.decide({ stream, expected, events: eventsOfStream(events), at: created })
    if (begun.kind !== 'append') return begun
    await this.handOver()
    const position = await this.tx.appendToOne(events)
    const count = columns.data.length
    this.end = position + count
    const head = { ...headOf(this.heads, stream), last: last + count }
    this.heads.set(stream, head)
    this.tx.putHead(head)
    return { kind: 'appended', first: last + 1, last: head.last, position }
  }

  private clockOf({ at }: StreamWrite): WriteClock {
    return at === undefined ? this.clock : { ...this.clock, now: () => at }
  }

  private numbered(write: StreamWrite, first: number): NumberedEvent[] {
    return numbered(write.stream, write.events, first, this.clockOf(write))
  }

  /** @param events those of the write, and what follows from them. */
  private append(write: StreamWrite, events: readonly NumberedEvent[]): () => AppendOutcome {
    const index = this.positions.length + this.waiting.length
    const first = events[0]?.number ?? headOf(this.heads, write.stream).last + 1
    for (const event of events) this.waiting.push(event)
    for (const stream of advanceHeads(this.heads, events)) this.changed.add(stream)
    const last = first + write.events.length - 1
    return () => ({ kind: 'appended', first, last, position: this.positions[index] ?? this.end })
  }

  async handOver(): Promise<void> {
    const [events, changed] = [this.waiting, this.changed]
    if (events.length === 0) return
    this.waiting = []
    this.changed = new Set()
    const first = await this.tx.append(events)
    for (let index = 0; index < events.length; index++) this.positions.push(first + index)
    this.end = first + events.length
    for (const stream of changed) this.tx.putHead(headOf(this.heads, stream))
  }
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
    await tx.append([{ ...tombstone, stream, number: tombstoneNumber, created: clock.now() }])
    tx.putHead({ ...headOf(heads, stream), tombstone: true })
    if (isMetastream(stream)) dropMetadata(tx, headOf(heads, originalOf(stream)))
  } else {
    const events = numbered(metastream, [metadataEvent(softDeletedText, clock)], headOf(heads, metastream).last + 1, clock)
    await tx.append(events)
    putHeadsAfter(tx, heads, events)
  }
  return { kind: 'deleted-now' }
}

/** A stream whose metastream has ended has no metadata any more: what it hid shows again (streams-http §9). */
function dropMetadata(tx: WriteTransaction, head: StreamHead): void {
  if (Object.keys(head.metadata).length > 0) tx.putHead({ ...head, metadata: {} })
}
