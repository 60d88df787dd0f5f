// Appends to and deletes streams inside a transaction, with the effects: metadata, undeletes, tombstones.

import type { WriteClock } from '../../base/environment.ts'
import type { NumberedEvent, StreamHead } from '../../base/events.ts'
import { isSoftDeleted, tombstoneNumber } from '../../base/events.ts'
import { eventsOfStream } from '../../base/events-of-stream.ts'
import type { WriteTransaction } from '../../storage/storage.ts'
import { checkVersion, decideDeletion } from './append.ts'
import type { AppendDecision } from './append.ts'
import { answerQuestion, decisiveStreams, isQuestion, stateOf } from './append-lookups.ts'
import type { Heads } from './heads.ts'
import { advanceHeads, headOf, loadHeads, putHeadsAfter } from './heads.ts'
import { softDeletedText } from '../metadata/metadata.ts'
import type { AppendOutcome, ColumnWrite, DeleteOutcome, StreamDeletion, StreamWrite } from '../outcomes.ts'
import { mayUndelete, metadataEvent, numbered, undeletesBy } from './undelete.ts'
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
  writes: readonly (StreamWrite | ColumnWrite)[],
  clock: WriteClock,
  heads: Heads = new Map(),
): Promise<AppendOutcome[]> {
  const appends = new Appends(tx, clock, heads)
  await appends.load(writes)
  const outcomes: Decided[] = []
  for (const write of writes) {
    if ('columns' in write) outcomes.push(await appends.appendColumns(write))
    else outcomes.push(appends.decideNow(write) ?? (await appends.decide(write)))
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
  private readonly tx: WriteTransaction
  private readonly clock: WriteClock
  private readonly heads: Heads
  private pending: NumberedEvent[] = []
  private changed = new Set<string>()
  /** Log positions of the flushed events, in order. */
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
    return this.pending.length >= mostPending
  }

  /** @returns undefined where the decision needs a read. */
  decideNow(write: StreamWrite): Decided | undefined {
    const state = stateOf(this.heads, write.stream)
    const check = checkVersion(state, write.expected)
    if (isQuestion(check) || mayUndelete(this.heads, write.stream)) return undefined
    return check.kind === 'append' ? this.append(write, this.numbered(write, state.last + 1)) : check
  }

  async decide(write: StreamWrite): Promise<Decided> {
    const state = stateOf(this.heads, write.stream)
    const check = checkVersion(state, write.expected)
    // The look-up must find the pending events.
    if (isQuestion(check) || isSoftDeleted(headOf(this.heads, write.stream))) await this.flush()
    const decision: AppendDecision = isQuestion(check) ? await answerQuestion(this.tx, write, state, check) : check
    if (decision.kind !== 'append') return decision
    const events = this.numbered(write, state.last + 1)
    const undeletes = await undeletesBy(this.tx, this.heads, events, this.clockOf(write))
    return this.append(write, [...events, ...undeletes])
  }

  /** Passes the columns to the storage as they are, unless the decision needs a read or has effects. */
  async appendColumns({ stream, expected, columns }: ColumnWrite): Promise<Decided> {
    const { last } = headOf(this.heads, stream)
    const check = checkVersion(stateOf(this.heads, stream), expected)
    const created = this.clock.now()
    const events = { ...columns, stream, firstNumber: last + 1, created }
    if (isQuestion(check) || mayUndelete(this.heads, stream) || isMetastream(stream))
      return this.decide({ stream, expected, events: eventsOfStream(events), at: created })
    if (check.kind !== 'append') return check
    await this.flush()
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

  /** @param events those of the write, and those that they entail. */
  private append(write: StreamWrite, events: readonly NumberedEvent[]): () => AppendOutcome {
    const index = this.positions.length + this.pending.length
    const first = events[0]?.number ?? headOf(this.heads, write.stream).last + 1
    for (const event of events) this.pending.push(event)
    for (const stream of advanceHeads(this.heads, events)) this.changed.add(stream)
    const last = first + write.events.length - 1
    return () => ({ kind: 'appended', first, last, position: this.positions[index] ?? this.end })
  }

  async flush(): Promise<void> {
    const [events, changed] = [this.pending, this.changed]
    if (events.length === 0) return
    this.pending = []
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

/** Drops the metadata of a stream with its metastream, which makes hidden events visible again (streams-http §9). */
function dropMetadata(tx: WriteTransaction, head: StreamHead): void {
  if (Object.keys(head.metadata).length > 0) tx.putHead({ ...head, metadata: {} })
}
