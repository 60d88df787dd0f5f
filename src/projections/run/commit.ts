// Commits outputs, states and progress of a run in one transaction, and only if no other writer touched the run (D5).

import type { WriteTransaction } from '../../storage/storage.ts'
import type { AppendServices } from '../model/append.ts'
import { appendBehind } from '../model/append.ts'
import type { Tag } from '../model/checkpoint.ts'
import { compareTags } from '../model/checkpoint.ts'
import { stampedMembers, tagJson } from '../model/checkpoint-text.ts'
import { eventTypes, orderStream, trackingStream } from '../model/names.ts'
import type { RunContext } from '../model/run.ts'
import { completed, hasMoved, inSecondPhase } from '../model/run.ts'
import type { PartitionRow, ProjectionRow, Run } from '../model/tables.ts'
import { projectionRows, runRows } from '../model/tables.ts'
import { writeCheckpointIn } from '../output/checkpoint-writer.ts'
import type { Output } from '../output/outputs.ts'
import { finalResultsIn } from '../output/outputs.ts'
import type { Targets } from '../output/stream-writer.ts'
import { writeOutputsIn } from '../output/stream-writer.ts'
import { cachedIn } from '../partitions/access.ts'
import type { Journal } from '../partitions/rows.ts'
import { readPartitions, writePartitions } from '../partitions/rows.ts'
import { plainFailure } from './fault-reason.ts'
import type { PendingCommit } from './pending-commit.ts'
import { isHandledDue, isNone, isUnhandledDue } from './pending-commit.ts'

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

export type Committed =
  /** Another writer changed the run: nothing is written. */
  { readonly kind: 'fenced' } | { readonly kind: 'committed'; readonly run: Run; readonly ended: boolean }

/** @param memory updated. */
export async function commitIn(
  services: AppendServices,
  tx: WriteTransaction,
  request: CommitRequest,
  memory: RunMemory,
): Promise<Committed> {
  const { name } = request.context
  const [row, current] = await Promise.all([tx.row(projectionRows, name), tx.row(runRows, name)])
  if (!row || current?.id !== request.run.id || current.fence !== request.run.fence) return { kind: 'fenced' }
  const { run, fault, completes } = await writeAll(services, tx, { row, run: current }, request, memory)
  const cached = await cachedIn(tx, name, request.context.definition.sources, run, request.partitions)
  const after: Run = { ...run, ...(fault && { core: 'Faulted' }), cached, fence: current.fence + 1 }
  tx.putRow(runRows, name, after)
  if (fault) tx.putRow(projectionRows, name, { ...row, state: 'Faulted', fault: fault.fault })
  else if (completes) tx.putRow(projectionRows, name, { ...row, state: 'Completed' })
  return { kind: 'committed', run: after, ended: after.core !== 'Running' }
}

export type FailOutcome = { readonly kind: 'failed' } | { readonly kind: 'not-running' }

/**
 * Ends the run of a projection with a fault that no event caused: the row rests as Faulted, and the new fence rejects the commit that
 * the runner may be working on.
 *
 * @param reason the state reason, as clients see it.
 * @param expected fails only this run, and only if it has not changed since it was read.
 */
export async function failIn(tx: WriteTransaction, name: string, reason: string, expected?: Run): Promise<FailOutcome> {
  const [row, run] = await Promise.all([tx.row(projectionRows, name), tx.row(runRows, name)])
  if (!row || !run || row.state !== 'Running') return { kind: 'not-running' }
  if (expected && (run.id !== expected.id || run.fence !== expected.fence)) return { kind: 'not-running' }
  tx.putRow(projectionRows, name, { ...row, state: 'Faulted', fault: { reason } })
  tx.putRow(runRows, name, { ...run, core: 'Faulted', fence: run.fence + 1 })
  return { kind: 'failed' }
}

/**
 * Writes everything but the rows of projection and run. A refused output ends the run, but the state and progress of its batch stay:
 * only where the order of its events could not be recorded, they were not handled.
 *
 * @param before as stored.
 */
async function writeAll(
  services: AppendServices,
  tx: WriteTransaction,
  before: { readonly row: ProjectionRow; readonly run: Run },
  { context, outputs, lastDelivered, mark, ends, ...request }: CommitRequest,
  memory: RunMemory,
): Promise<Pick<CommitRequest, 'run' | 'fault'> & { readonly completes: boolean }> {
  const { name, definition } = context
  const partitions = await datedPartitionsIn(tx, request)
  let { run, fault } = request
  let isTaken = true

  const write = async (written: readonly Output[]): Promise<void> => {
    if (written.length === 0) return
    // With such a tuning, outputs wait for ever (projections-http §10.3).
    if (definition.tuning.maxWriteBatchLength <= 0) {
      run = { ...run, pendingWrites: run.pendingWrites + written.length }
      return
    }
    const refused = await writeOutputsIn(services, tx, written, memory.targets, context)
    const done = refused ? written.slice(0, written.indexOf(refused.output)) : written
    if (memory.tracked) await track(services, tx, name, done, memory.tracked)
    isTaken = refused?.output.stream !== orderStream(name)
    if (refused) refuse(refused.reason)
  }

  /** Ends the run without a checkpoint. A fault of the query that is about to take one came first, and is the one to show. */
  const refuse = (reason: string): void => {
    fault = isTaken && fault?.takesCheckpoint ? { ...fault, takesCheckpoint: false } : plainFailure(reason)
  }

  const checkpoint = async (): Promise<void> => {
    if (definition.checkpointsDisabled) {
      run = { ...run, lastCheckpoint: run.position }
      return
    }
    const outcome = await writeCheckpointIn(services, tx, {
      row: before.row,
      run,
      writer: context,
      changed: memory.changed,
      targets: memory.targets,
    })
    run = outcome.run
    if (outcome.kind === 'refused') refuse(outcome.reason)
    else memory.changed = new Map()
  }

  /** The mark at the start of a checkpoint interval, with its own position as data. */
  const writeMark = async (): Promise<void> => {
    if (!mark || fault) return
    const { position } = run
    const metadata = `{${stampedMembers(position, context.stamp)}}`
    await write([{ ...mark, data: tagJson(position), isJson: true, metadata, tag: position, event: -1 }])
  }

  const checkpointAt = async (position: Tag, counters: Partial<Run>): Promise<void> => {
    const at = { ...run, position, ...counters, checkpointTime: services.environment.now(), delivered: 0 }
    if (!hasMoved(at)) return
    run = at
    await checkpoint()
    await writeMark()
  }

  /** The event that reaches the handled threshold asks for its checkpoint before any record behind it is looked at. */
  const checkpointAtThreshold = async (): Promise<void> => {
    const isDue = (is: typeof isHandledDue): boolean => !fault && is(run, definition, services.environment.now())
    if (lastDelivered && isDue(isHandledDue)) await checkpointAt(lastDelivered, {})
    if (isDue(isUnhandledDue)) await checkpointAt(run.cursor.passed, { unhandledBytes: 0 })
  }

  /** @returns whether the query completes. */
  const end = async (): Promise<boolean> => {
    if (hasMoved(run)) await checkpoint()
    if (fault) return false
    const results = await finalResultsIn(tx, run, context)
    run = { ...inSecondPhase(run), checkpointStatus: 'Requested' }
    await write(results)
    if (fault) return false
    const isComplete = run.pendingWrites === 0
    run = isComplete ? completed(run) : { ...run, core: 'CompletingPhase' }
    return isComplete
  }

  // An event that was handled but not finished counts in its partition's state, not in checkpoints (projection-language §8.8).
  for (const [partition, changed] of memory.changed ? partitions : []) {
    const isCounted = compareTags(run.lastCheckpoint, changed.tag) < 0 && compareTags(changed.tag, run.position) <= 0
    if (isCounted) memory.changed?.set(partition, changed)
  }
  if (!run.marked) {
    await writeMark()
    run = { ...run, marked: true }
  }
  // The end of the source or a fault of the query asks for a checkpoint while the writes are under way: refused ones leave it waiting.
  const asksForCheckpoint = (ends || fault?.takesCheckpoint) && !definition.checkpointsDisabled
  await write(outputs)
  if (!isTaken) {
    const pendingWrites = outputs.filter(({ stream }) => stream === orderStream(name)).length
    return { run: { ...before.run, pendingWrites }, fault, completes: false }
  }
  if (asksForCheckpoint && fault && !fault.takesCheckpoint) run = { ...run, checkpointStatus: 'Requested' }
  const { journal, partitionBlocks } = await writePartitions(tx, run, partitions, memory.journal)
  memory.journal = journal
  run = { ...run, partitionBlocks }
  if (fault?.takesCheckpoint && hasMoved(run)) await checkpoint()
  await checkpointAtThreshold()
  const completes = ends && !fault && (await end())
  return { run, fault, completes }
}

/**
 * The changed partitions. An event that leaves a partition without a state as it was has not changed it, so no checkpoint holds it
 * (projection-language §8.1, step 9).
 */
async function datedPartitionsIn(
  tx: WriteTransaction,
  { run, partitions, stateless }: Pick<CommitRequest, 'run' | 'partitions' | 'stateless'>,
): Promise<CommitRequest['partitions']> {
  if (stateless.length === 0) return partitions
  const before = await readPartitions(tx, run, stateless)
  const unchanged = stateless.filter((partition) => isNone(before.get(partition)))
  const dated = unchanged.map((partition) => {
    const tag = before.get(partition)?.tag ?? run.start
    return [partition, { ...partitions.get(partition)!, tag }] as const
  })
  return new Map([...partitions, ...dated])
}

/** Records the names of streams that the projection emits to. */
async function track(
  services: AppendServices,
  tx: WriteTransaction,
  name: string,
  outputs: readonly Output[],
  tracked: Set<string>,
): Promise<void> {
  const names = new Set(outputs.filter((output) => output.tracked && !tracked.has(output.stream)).map(({ stream }) => stream))
  if (names.size === 0) return
  const events = [...names].map((stream) => ({ type: eventTypes.tracked, data: stream, metadata: '', isJson: false }))
  await appendBehind(services, tx, trackingStream(name), events)
  for (const stream of names) tracked.add(stream)
}
