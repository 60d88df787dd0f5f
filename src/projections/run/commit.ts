// Commits outputs, states and progress of a run in one transaction, and only if no other writer touched the run (D5).

import { newEvents } from '../../base/event-table.ts'
import type { NewEvent } from '../../base/events.ts'
import type { Environment } from '../../base/environment.ts'
import type { WriteTransaction } from '../../storage/storage.ts'
import type { Streams } from '../../streams/streams.ts'
import { compareTags } from '../model/checkpoint.ts'
import type { ChangedPartition } from '../checkpoints/checkpoint-events.ts'
import { stampedMembers, tagJson } from '../model/checkpoint-text.ts'
import type { CheckpointWriter } from '../output/checkpoint-writer.ts'
import type { Definition } from '../model/definition.ts'
import type { Writer } from '../output/emitted-stream.ts'
import type { RunFailure } from './fault-reason.ts'
import { plainFailure } from './fault-reason.ts'
import { eventTypes, trackingStream } from '../model/names.ts'
import type { Output } from '../output/outputs.ts'
import type { Journal } from '../partitions/rows.ts'
import { writePartitions } from '../partitions/rows.ts'
import type { PartitionRow, ProjectionRow, Run } from '../model/tables.ts'
import { projectionRows, runRows } from '../model/tables.ts'
import { cachedIn } from '../partitions/access.ts'
import { completed, hasMoved, inSecondPhase } from '../model/run.ts'
import { isCheckpointDue } from './pending-commit.ts'
import type { StreamWriter, Targets } from '../output/stream-writer.ts'

/**
 * Knowledge that a runner keeps between commits; lost at a hand-over and looked up again. Commits change it in place, because a copy for
 * ten thousand partitions would cost more than all else; a failed commit leaves it invalid.
 */
export interface RunMemory {
  readonly targets: Targets
  /** Partitions that changed since the last checkpoint; undefined where the runner has not seen them all. */
  readonly changed: Map<string, ChangedPartition> | undefined
  /** Streams whose names are recorded; undefined where names are not recorded. */
  readonly tracked: Set<string> | undefined
  /** The partition changes that are stored and not folded yet; undefined where the runner has not counted them. */
  readonly journal: Journal | undefined
}

/** The new state of a run, whose `fence` is still the one that the runner knows. */
export interface CommitRequest {
  readonly name: string
  readonly run: Run
  readonly definition: Definition
  readonly writer: Writer
  readonly outputs: readonly Output[]
  readonly partitions: ReadonlyMap<string, PartitionRow>
  readonly fault: RunFailure | undefined
  /** Present where the source of a query has ended: gives its results in order of appearance, and the query completes. */
  readonly finalOutputs?: (tx: WriteTransaction) => Promise<readonly Output[]>
  readonly mark: { readonly stream: string; readonly type: string } | undefined
}

export type Committed =
  /** Another writer changed the run: nothing is written, and the runner's memory is invalid. */
  { readonly kind: 'fenced' } | { readonly kind: 'committed'; readonly run: Run; readonly memory: RunMemory; readonly ended: boolean }

export interface Committer {
  commitIn(tx: WriteTransaction, request: CommitRequest, memory: RunMemory): Promise<Committed>
}

interface CommitterServices {
  readonly streams: Streams
  readonly streamWriter: StreamWriter
  readonly checkpointWriter: CheckpointWriter
  readonly environment: Pick<Environment, 'now' | 'uuid'>
}

export function createCommitter({ streams, streamWriter, checkpointWriter, environment }: CommitterServices): Committer {
  const track = async (tx: WriteTransaction, name: string, outputs: readonly Output[], tracked: Set<string>) => {
    const names = new Set(outputs.filter((output) => output.tracked && !tracked.has(output.stream)).map(({ stream }) => stream))
    if (names.size === 0) return
    const head = await streams.headIn(tx, trackingStream(name))
    const events: NewEvent[] = [...names].map((stream) => ({
      id: environment.uuid(),
      type: eventTypes.tracked,
      data: stream,
      metadata: '',
      isJson: false,
    }))
    await streams.appendIn(tx, { stream: trackingStream(name), events: newEvents(events), expected: BigInt(head?.last ?? -1) })
    for (const stream of names) tracked.add(stream)
  }

  /** Writes outputs; a refused one ends the run, but the state and progress of its batch stay. */
  const write = async (
    tx: WriteTransaction,
    state: CommitState,
    outputs: readonly Output[],
    { name, writer, definition }: CommitRequest,
  ): Promise<CommitState> => {
    if (outputs.length === 0) return state
    // With such a tuning, outputs wait for ever (projections-http §10.3).
    if (definition.tuning.maxWriteBatchLength <= 0) return withRun(state, { pendingWrites: state.run.pendingWrites + outputs.length })
    const written = await streamWriter.writeIn(tx, outputs, state.memory.targets, writer)
    const done = written.refusal ? outputs.slice(0, outputs.indexOf(written.refusal.output)) : outputs
    if (state.memory.tracked) await track(tx, name, done, state.memory.tracked)
    return { ...state, fault: written.refusal ? plainFailure(written.refusal.reason) : state.fault }
  }

  const putPartitions = async (tx: WriteTransaction, state: CommitState, { run, partitions }: CommitRequest): Promise<CommitState> => {
    const { journal, partitionBlocks } = await writePartitions(tx, run, partitions, state.memory.journal)
    return withRun({ ...state, memory: { ...state.memory, journal } }, { partitionBlocks })
  }

  const checkpoint = async (
    tx: WriteTransaction,
    state: CommitState,
    row: ProjectionRow,
    { writer, definition }: CommitRequest,
  ): Promise<CommitState> => {
    if (definition.checkpointsDisabled) return withRun(state, { lastCheckpoint: state.run.position })
    const { memory, run } = state
    const changed = memory.changed && [...memory.changed.values()]
    const outcome = await checkpointWriter.writeIn(tx, { row, run, writer, changed, targets: memory.targets })
    if (outcome.kind === 'refused') return { ...state, run: outcome.run, fault: plainFailure(outcome.reason) }
    return { ...state, run: outcome.run, memory: { ...memory, changed: new Map() } }
  }

  const mark = async (tx: WriteTransaction, state: CommitState, request: CommitRequest): Promise<CommitState> =>
    request.mark && !state.fault ? write(tx, state, [markOutput(request.mark, state.run, request.writer)], request) : state

  const atThreshold = async (
    tx: WriteTransaction,
    state: CommitState,
    row: ProjectionRow,
    request: CommitRequest,
  ): Promise<CommitState> => {
    const now = environment.now()
    if (state.fault || !isCheckpointDue(state.run, request.definition, now)) return state
    const at = withRun(state, { position: state.run.cursor.passed, checkpointTime: now, delivered: 0, unhandledBytes: 0 })
    if (!hasMoved(at.run)) return state
    return mark(tx, await checkpoint(tx, at, row, request), request)
  }

  const complete = async (tx: WriteTransaction, state: CommitState, row: ProjectionRow, request: CommitRequest): Promise<CommitState> => {
    const checkpointed = hasMoved(state.run) ? await checkpoint(tx, state, row, request) : state
    if (checkpointed.fault || !request.finalOutputs) return checkpointed
    const second = { ...checkpointed, run: { ...inSecondPhase(checkpointed.run), checkpointStatus: 'Requested' } }
    const written = await write(tx, second, await request.finalOutputs(tx), request)
    if (written.fault) return written
    if (written.run.pendingWrites > 0) return withRun(written, { core: 'CompletingPhase' })
    return { ...written, run: completed(written.run), completes: true }
  }

  return {
    async commitIn(tx, request, memory) {
      const [row, current] = await Promise.all([tx.row(projectionRows, request.name), tx.row(runRows, request.name)])
      if (!row || current?.id !== request.run.id || current.fence !== request.run.fence) return { kind: 'fenced' }
      let state: CommitState = { run: request.run, memory: withChanged(memory, request), fault: request.fault, completes: false }
      if (!state.run.marked) state = withRun(await mark(tx, state, request), { marked: true })
      state = await write(tx, state, request.outputs, request)
      state = await putPartitions(tx, state, request)
      if (state.fault?.takesCheckpoint && hasMoved(state.run)) state = await checkpoint(tx, state, row, request)
      state = await atThreshold(tx, state, row, request)
      if (request.finalOutputs && !state.fault) state = await complete(tx, state, row, request)
      const run = {
        ...ended(state),
        cached: await cachedIn(tx, request.name, request.definition.sources, state.run),
        fence: current.fence + 1,
      }
      tx.putRow(runRows, request.name, run)
      if (state.fault || state.completes) tx.putRow(projectionRows, request.name, restingRow(row, state))
      return { kind: 'committed', run, memory: state.memory, ended: run.core !== 'Running' }
    },
  }
}

interface CommitState {
  readonly run: Run
  readonly memory: RunMemory
  readonly fault: RunFailure | undefined
  readonly completes: boolean
}

const withRun = (state: CommitState, change: Partial<Run>): CommitState => ({ ...state, run: { ...state.run, ...change } })

const ended = ({ run, fault }: CommitState): Run => (fault ? { ...run, core: 'Faulted' } : run)

const restingRow = (row: ProjectionRow, { fault }: CommitState): ProjectionRow =>
  fault ? { ...row, state: 'Faulted', fault: fault.fault } : { ...row, state: 'Completed' }

/** An event that was handled but not finished counts in its partition's state, not in checkpoints (projection-language §8.8). */
function withChanged(memory: RunMemory, { run, partitions }: CommitRequest): RunMemory {
  if (!memory.changed) return memory
  for (const [partition, { state, result, tag }] of partitions) {
    if (compareTags(tag, run.position) <= 0) memory.changed.set(partition, { partition, state, result, tag })
  }
  return memory
}

/** The mark at the start of a checkpoint interval, with its own position as data. */
const markOutput = ({ stream, type }: NonNullable<CommitRequest['mark']>, { position }: Run, { stamp }: Writer): Output => ({
  stream,
  type,
  data: tagJson(position),
  isJson: true,
  metadata: `{${stampedMembers(position, stamp)}}`,
  tag: position,
  event: -1,
  tracked: false,
})
