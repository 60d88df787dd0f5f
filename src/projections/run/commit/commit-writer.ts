// Writes all that a commit changes but the rows of projection and run: outputs, partitions, checkpoints, final results.

import type { WriteTransaction } from '../../../storage/storage.ts'
import type { AppendServices } from '../../model/append.ts'
import { appendBehind } from '../../model/append.ts'
import type { Tag } from '../../model/positions/checkpoint.ts'
import { compareTags } from '../../model/positions/checkpoint.ts'
import { stampedMembers, tagJson } from '../../model/positions/checkpoint-text.ts'
import { eventTypes, orderStream, trackingStream } from '../../model/names.ts'
import type { RunContext } from '../../model/run.ts'
import { completed, hasMoved, inSecondPhase } from '../../model/run.ts'
import type { PartitionRow, Run } from '../../model/tables.ts'
import { writeCheckpointIn } from '../../output/checkpoint-writer.ts'
import type { Output } from '../../output/outputs.ts'
import { finalResultsIn } from '../../output/outputs.ts'
import type { Targets, WriteContext } from '../../output/stream-writer.ts'
import { writeOutputsIn } from '../../output/stream-writer.ts'
import type { Journal } from '../../partitions/rows.ts'
import { readPartitions, writePartitions } from '../../partitions/rows.ts'
import type { RunFailure } from './fault-reason.ts'
import { plainFailure } from './fault-reason.ts'
import type { PendingCommit } from './pending-commit.ts'
import { isHandledDue, isUnhandledDue } from './pending-commit.ts'

/**
 * Knowledge that a runner keeps between commits; lost at a hand-over and looked up again. Commits change it in place, because a copy for
 * ten thousand partitions would cost more than all else; a failed or fenced commit leaves it invalid.
 */
export interface RunMemory {
  readonly targets: Targets
  /** Partitions that changed since the last checkpoint; undefined where the runner has not seen them all. */
  changed: Map<string, PartitionRow> | undefined
  /** Streams whose names are recorded; undefined where names are not recorded. */
  readonly tracked: Set<string> | undefined
  /** The partition changes that are stored and not folded yet; undefined where the runner has not counted them. */
  journal: Journal | undefined
}

/** The new state of a run, whose `fence` is still the one that the runner knows. */
export interface CommitRequest extends PendingCommit {
  readonly context: RunContext
  /** Whether the source of a query has ended: it gets its results, and completes. */
  readonly ends: boolean
  readonly mark: { readonly stream: string; readonly type: string } | undefined
}

interface Written {
  readonly run: Run
  readonly fault: RunFailure | undefined
  /** Whether the query is done. */
  readonly completes: boolean
}

export class CommitWriter {
  /** The run that the commit finds. */
  readonly #before: Run
  readonly #request: CommitRequest
  readonly #memory: RunMemory
  readonly #writing: WriteContext
  /** Changes with every write. */
  #run: Run
  /** Ends the run; a refused write sets it. */
  #fault: RunFailure | undefined
  /** Whether the order of the events was recorded. */
  #isOrdered = true

  /** @param memory updated. */
  constructor(services: AppendServices, tx: WriteTransaction, before: Run, request: CommitRequest, memory: RunMemory) {
    this.#before = before
    this.#request = request
    this.#memory = memory
    this.#writing = { services, tx, writer: request.context, targets: memory.targets }
    this.#run = request.run
    this.#fault = request.fault
  }

  /**
   * A refused output ends the run, but the state and progress of its batch stay: only where the order of its events could not be
   * recorded, they were not handled.
   */
  async write(): Promise<Written> {
    const { context, ends, outputs } = this.#request
    const partitions = await this.#datedPartitions()
    this.#noteChanged(partitions)
    await this.#markStart()
    // The end of the source or a fault of the query asks for a checkpoint while the writes are under way: refused ones leave it waiting.
    const asksForCheckpoint = (ends || this.#fault?.takesCheckpoint) && !context.definition.checkpointsDisabled
    await this.#writeOutputs(outputs)
    if (!this.#isOrdered) return this.#nothingHandled()
    if (asksForCheckpoint && this.#fault && !this.#fault.takesCheckpoint) this.#run = { ...this.#run, checkpointStatus: 'Requested' }
    await this.#storePartitions(partitions)
    if (this.#fault?.takesCheckpoint && hasMoved(this.#run)) await this.#checkpoint()
    await this.#checkpointAtThresholds()
    const completes = ends && !this.#fault && (await this.#end())
    const run = this.#run
    const fault = this.#fault
    return { run, fault, completes }
  }

  #nothingHandled(): Written {
    const { context, outputs } = this.#request
    const pendingWrites = outputs.filter(({ stream }) => stream === orderStream(context.name)).length
    return { run: { ...this.#before, pendingWrites }, fault: this.#fault, completes: false }
  }

  // ---- partitions

  /**
   * The changed partitions. An event that leaves a partition without a state as it was has not changed it, so no checkpoint holds it
   * because of that event (projection-language §8.1, step 9).
   */
  async #datedPartitions(): Promise<ReadonlyMap<string, PartitionRow>> {
    const { partitions, stateless } = this.#request
    if (stateless.length === 0) return partitions
    const before = await readPartitions(this.#writing.tx, this.#run, stateless)
    const dated = stateless.map((partition) => {
      const tag = before.get(partition)?.tag ?? this.#run.start
      return [partition, { ...partitions.get(partition)!, tag }] as const
    })
    return new Map([...partitions, ...dated])
  }

  /** An event that was handled but not finished counts in its partition's state, not in checkpoints (projection-language §8.8). */
  #noteChanged(partitions: ReadonlyMap<string, PartitionRow>): void {
    const { lastCheckpoint, position } = this.#run
    const { changed } = this.#memory
    if (!changed) return
    for (const [partition, row] of partitions) {
      if (compareTags(lastCheckpoint, row.tag) < 0 && compareTags(row.tag, position) <= 0) changed.set(partition, row)
    }
  }

  async #storePartitions(partitions: ReadonlyMap<string, PartitionRow>): Promise<void> {
    const { journal, partitionBlocks } = await writePartitions(this.#writing.tx, this.#run, partitions, this.#memory.journal)
    this.#memory.journal = journal
    this.#run = { ...this.#run, partitionBlocks }
  }

  // ---- outputs

  async #writeOutputs(outputs: readonly Output[]): Promise<void> {
    const { context } = this.#request
    if (outputs.length === 0) return
    // With such a tuning, outputs wait for ever (projections-http §10.3).
    if (context.definition.tuning.maxWriteBatchLength <= 0) {
      this.#run = { ...this.#run, pendingWrites: this.#run.pendingWrites + outputs.length }
      return
    }
    const { refused, waiting } = await writeOutputsIn(this.#writing, outputs)
    if (waiting > 0) this.#run = { ...this.#run, pendingWrites: this.#run.pendingWrites + waiting }
    // The name of the stream that refuses is recorded, too.
    await this.#track(refused ? outputs.slice(0, outputs.indexOf(refused.output) + 1) : outputs)
    if (!refused) return
    this.#isOrdered = refused.output.stream !== orderStream(context.name)
    this.#refuse(refused.reason)
  }

  /** Records the names of streams that the projection emits to. */
  async #track(outputs: readonly Output[]): Promise<void> {
    const { tracked } = this.#memory
    if (!tracked) return
    const names = new Set(outputs.filter((output) => output.tracked && !tracked.has(output.stream)).map(({ stream }) => stream))
    if (names.size === 0) return
    const events = [...names].map((stream) => ({ type: eventTypes.tracked, data: stream, metadata: '', isJson: false }))
    const { services, tx } = this.#writing
    await appendBehind(services, tx, trackingStream(this.#request.context.name), events)
    for (const stream of names) tracked.add(stream)
  }

  /** Ends the run without a checkpoint. A fault of the query that is about to take one came first, and is the one to show. */
  #refuse(reason: string): void {
    const fault = this.#fault
    this.#fault = this.#isOrdered && fault?.takesCheckpoint ? { ...fault, takesCheckpoint: false } : plainFailure(reason)
  }

  // ---- checkpoints

  async #markStart(): Promise<void> {
    if (this.#run.marked) return
    await this.#writeMark()
    this.#run = { ...this.#run, marked: true }
  }

  /** The mark at the start of a checkpoint interval, with its own position as data. */
  async #writeMark(): Promise<void> {
    const { context, mark } = this.#request
    if (!mark || this.#fault) return
    const { position } = this.#run
    const metadata = `{${stampedMembers(position, context.stamp)}}`
    await this.#writeOutputs([{ ...mark, data: tagJson(position), isJson: true, metadata, tag: position, event: -1 }])
  }

  /** The event that reaches the handled threshold asks for its checkpoint before any record behind it is looked at. */
  async #checkpointAtThresholds(): Promise<void> {
    const { context, lastDelivered } = this.#request
    const isDue = (is: typeof isHandledDue): boolean =>
      !this.#fault && is(this.#run, context.definition, this.#writing.services.environment.now())
    if (lastDelivered && isDue(isHandledDue)) await this.#checkpointAt(lastDelivered, {})
    if (isDue(isUnhandledDue)) await this.#checkpointAt(this.#run.cursor.passed, { unhandledBytes: 0 })
  }

  async #checkpointAt(position: Tag, counters: Partial<Run>): Promise<void> {
    const at = { ...this.#run, position, ...counters, checkpointTime: this.#writing.services.environment.now(), delivered: 0 }
    if (!hasMoved(at)) return
    this.#run = at
    await this.#checkpoint()
    await this.#writeMark()
  }

  async #checkpoint(): Promise<void> {
    const run = this.#run
    const memory = this.#memory
    const { context } = this.#request
    // A checkpoint waits for the writes before it.
    if (run.pendingWrites > 0) {
      this.#run = { ...run, checkpointStatus: 'Requested' }
      return
    }
    if (context.definition.checkpointsDisabled) {
      this.#run = { ...run, lastCheckpoint: run.position }
      return
    }
    const outcome = await writeCheckpointIn(this.#writing, { name: context.name, run, changed: memory.changed })
    this.#run = outcome.run
    if (outcome.kind === 'refused') this.#refuse(outcome.reason)
    else memory.changed = new Map()
  }

  // ---- the end of the source

  /** @returns whether the query completes. */
  async #end(): Promise<boolean> {
    if (hasMoved(this.#run)) await this.#checkpoint()
    if (this.#fault) return false
    if (this.#run.pendingWrites > 0) {
      this.#run = { ...this.#run, core: 'CompletingPhase', checkpointStatus: 'Requested', progress: 100 }
      return false
    }
    const results = await finalResultsIn(this.#writing.tx, this.#run, this.#request.context)
    this.#run = { ...inSecondPhase(this.#run), checkpointStatus: 'Requested' }
    // The second phase looks at its stream anew: without a stamp, results of a run after a reset are those of an earlier epoch to it.
    this.#memory.targets.clear()
    await this.#writeOutputs(results)
    if (this.#fault) return false
    const isComplete = this.#run.pendingWrites === 0
    this.#run = isComplete ? completed(this.#run) : { ...this.#run, core: 'CompletingPhase' }
    return isComplete
  }
}
