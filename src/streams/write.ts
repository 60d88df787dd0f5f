// Appends to and deletes streams inside a transaction, with what follows from it: metadata, revival, tombstones.

import type { NumberedEvent } from '../base/events.ts'
import { isSoftDeleted, tombstoneNumber } from '../base/events.ts'
import type { WriteTransaction } from '../storage/storage.ts'
import { beginAppend, decideDeletion } from './append.ts'
import { answer, decisiveStreams, isQuestion, stateOf } from './decide.ts'
import type { Heads } from './heads.ts'
import { advanceHeads, headOf, loadHeads, putHeadsAfter } from './heads.ts'
import { softDeletedText } from './metadata.ts'
import type { AppendOutcome, DeleteOutcome, StreamDeletion, StreamWrite } from './outcomes.ts'
import type { Clock } from './revival.ts'
import { metadataEvent, numbered, revivalBy } from './revival.ts'
import { metastreamOf, tombstoneType } from './system.ts'

/** Decides and writes one append (streams-http §8.7, §17). */
export async function appendIn(tx: WriteTransaction, write: StreamWrite, clock: Clock): Promise<AppendOutcome> {
  const [outcome] = await appendAllIn(tx, [write], clock)
  return outcome!
}

/**
 * Decides and writes several appends, each seeing those before it, and hands their events to the storage together: what is written
 * to many streams in turn costs little more than one write.
 */
export async function appendAllIn(tx: WriteTransaction, writes: readonly StreamWrite[], clock: Clock): Promise<AppendOutcome[]> {
  const appends = new Appends(tx, clock)
  await appends.load(writes)
  const outcomes: Decided[] = []
  for (const write of writes) outcomes.push(await appends.decide(write))
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
  private readonly clock: Clock
  private readonly heads: Heads = new Map()
  private waiting: NumberedEvent[] = []
  private changed = new Set<string>()
  /** Where in the log each event went that was handed over. */
  private readonly positions: number[] = []
  private end = 0

  constructor(tx: WriteTransaction, clock: Clock) {
    this.tx = tx
    this.clock = clock
  }

  load(writes: readonly StreamWrite[]): Promise<void> {
    const streams = writes.flatMap(({ stream, expected }) => decisiveStreams(stream, expected))
    return loadHeads(this.tx, this.heads, [...new Set(streams)])
  }

  async decide(write: StreamWrite): Promise<Decided> {
    const state = stateOf(this.heads, write.stream)
    const begun = beginAppend(state, write.expected)
    // What waits must be found when events are looked up.
    if (isQuestion(begun) || isSoftDeleted(headOf(this.heads, write.stream))) await this.handOver()
    const decision = isQuestion(begun) ? await answer(this.tx, write, state, begun) : begun
    return decision.kind === 'append' ? this.append(write, state.last + 1) : decision
  }

  private async append(write: StreamWrite, first: number): Promise<() => AppendOutcome> {
    const { at } = write
    const clock = at === undefined ? this.clock : { ...this.clock, now: () => at }
    const events = numbered(write.stream, write.events, first, clock)
    const revival = await revivalBy(this.tx, this.heads, events, clock)
    const all = revival ? [...events, revival] : events
    const index = this.positions.length + this.waiting.length
    for (const event of all) this.waiting.push(event)
    for (const stream of advanceHeads(this.heads, all)) this.changed.add(stream)
    if (this.waiting.length >= mostWaiting) await this.handOver()
    const last = first + events.length - 1
    return () => ({ kind: 'appended', first, last, position: this.positions[index] ?? this.end })
  }

  async handOver(): Promise<void> {
    const [events, changed] = [this.waiting, this.changed]
    if (events.length === 0) return
    this.waiting = []
    this.changed = new Set()
    const recorded = await this.tx.append(events)
    for (const { position } of recorded) this.positions.push(position)
    this.end = (recorded.at(-1)?.position ?? -1) + 1
    for (const stream of changed) this.tx.putHead(headOf(this.heads, stream))
  }
}

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
