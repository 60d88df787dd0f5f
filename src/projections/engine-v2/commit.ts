// Commits what a run in Engine V2 has done, in one transaction, and only if no other writer touched the run (26 §7.7, §7.8).

import type { BatchOutcome, QueryFault } from '../../query/query.ts'
import type { WriteTransaction } from '../../storage/storage.ts'
import type { AppendServices } from '../model/append.ts'
import type { Definition } from '../model/definition/definition.ts'
import type { EngineV2Run } from '../model/run.ts'
import type { FaultReason, PartitionRow, ProjectionRow, WaitingEmission } from '../model/tables.ts'
import { placeOf, projectionIn, projectionRows, runRows } from '../model/tables.ts'
import type { Journal } from '../partitions/rows.ts'
import { deleteRunRows, readPartitions, writePartitions } from '../partitions/rows.ts'
import { keepEmissions, logTag, takeCheckpointIn } from './checkpoint.ts'
import type { PassedRecord } from './passed-records.ts'

/** Records that a run is done with, and what the query made of them. */
export interface DoneRecords {
  readonly records: readonly PassedRecord[]
  /** The next position of the log to read. */
  readonly next: number
  readonly atEnd: boolean
  /** Absent where the query got none of them. */
  readonly outcome?: Pick<BatchOutcome, 'states' | 'writes' | 'fault' | 'handlerTime'>
  /** The positions of the events that the outcome counts. */
  readonly positions: readonly number[]
  /** Why the query cannot be opened any more. */
  readonly refused?: FaultReason
}

/** Knowledge that a session keeps between commits; a failed or fenced commit leaves it invalid. */
export interface EngineV2Memory {
  /** For each partition that the session has met: its place among the others, and its last result. */
  readonly known: Map<string, Pick<PartitionRow, 'rank' | 'result'>>
  /** States that events have set since the last checkpoint; undefined where an earlier session may have set some. */
  dirty: Map<string, string> | undefined
  /** The partition changes that are stored and not folded yet; undefined where the session has not counted them. */
  journal: Journal | undefined
}

/** @param memory updated. @returns the run afterwards; undefined where another writer has changed it, and nothing is written. */
export async function commitEngineV2In(
  services: AppendServices,
  tx: WriteTransaction,
  { name, run: before, definition, done }: { name: string; run: EngineV2Run; definition: Definition; done: DoneRecords },
  memory: EngineV2Memory,
): Promise<EngineV2Run | undefined> {
  const { row, run: current } = await projectionIn(tx, name)
  if (!row || current?.id !== before.id || current.fence !== before.fence) return undefined
  const fence = before.fence + 1
  const advanced = advance(before, done)
  const { outcome } = done
  const fault = done.refused ?? partitionFault(outcome)
  if (fault) return putFaulted(tx, { ...row, fault }, { ...advanced, fence })
  const stored = await storeStates(tx, advanced, done, memory)
  keepEmissions(tx, before, emissionsOf(outcome))
  const isDue = isCheckpointDue(stored, definition, services.environment.now())
  const taken = isDue ? await takeCheckpointIn(services, tx, name, stored, memory.dirty) : undefined
  if (taken?.kind === 'faulted') return putFaulted(tx, { ...row, fault: { reason: taken.reason } }, { ...stored, fence })
  if (taken) memory.dirty = new Map()
  const after = { ...stored, ...taken?.run, engineV2: { ...stored.engineV2, ...taken?.run.engineV2 }, fence }
  tx.putRow(runRows, name, after)
  return after
}

/** What was not checkpointed is gone. */
function putFaulted(tx: WriteTransaction, row: ProjectionRow, run: EngineV2Run): EngineV2Run {
  tx.putRow(projectionRows, row.name, { ...row, state: 'Faulted' })
  deleteRunRows(tx, run.id)
  const faulted: EngineV2Run = { ...run, core: 'Faulted' }
  tx.putRow(runRows, row.name, faulted)
  return faulted
}

/** A failing `partitionBy` ends the reading at once; its message stands alone here, without the stack of the first engine. */
function partitionFault(outcome: DoneRecords['outcome']): FaultReason | undefined {
  if (!outcome?.fault || !isOfPartitionBy(outcome.fault)) return undefined
  const { reason, ...place } = reasonOf(outcome.fault)
  return { reason: reason.replace(/\r\n {3}at [^]*$/, ''), ...place }
}

/** Faults of handlers are wrapped; one at a limit has the kind of the limit. */
const isOfPartitionBy = ({ kind, wrapped }: QueryFault): boolean =>
  kind === 'partition' || (!wrapped && ['timeout', 'memory', 'stack'].includes(kind))

export const reasonOf = (fault: QueryFault): FaultReason => ({ reason: fault.message, ...placeOf(fault) })

function advance(run: EngineV2Run, { records, next, atEnd, outcome }: DoneRecords): EngineV2Run {
  const { engineV2 } = run
  const delivered = records.filter((record) => record.delivered).length
  // Events from the one without a partition on are not handed on.
  const events = outcome?.fault && isOfPartitionBy(outcome.fault) ? (outcome.fault.event ?? delivered) : delivered
  const counting = records.filter(({ counts }) => counts)
  return {
    ...run,
    handled: run.handled + events,
    handlerTime: run.handlerTime + (outcome?.handlerTime ?? 0),
    progress: atEnd ? 100 : -1,
    engineV2: {
      ...engineV2,
      next,
      passed: counting.at(-1)?.record.position ?? engineV2.passed,
      events: engineV2.events + events,
      bytes: engineV2.bytes + counting.reduce((sum, { bytes }) => sum + bytes, 0),
      hidden: engineV2.hidden ?? (outcome?.fault && reasonOf(outcome.fault)),
    },
  }
}

/** @returns the run with the number of partitions. */
async function storeStates(tx: WriteTransaction, run: EngineV2Run, done: DoneRecords, memory: EngineV2Memory): Promise<EngineV2Run> {
  const states = done.outcome?.states ?? new Map()
  if (states.size === 0) return run
  const unchanged = [...states].flatMap(([partition, { state, result }]) =>
    isSet({ state, result }, memory.known.get(partition)) ? [] : [partition],
  )
  const before = await readPartitions(tx, run, unchanged)
  let { partitions } = run
  let { cached } = run.engineV2
  const rows = new Map<string, PartitionRow>()
  for (const [partition, { state, result, event }] of states) {
    const known = memory.known.get(partition)
    const rank = known?.rank ?? partitions++
    if (known?.result === undefined && result !== undefined) cached++
    const tag = unchanged.includes(partition) ? (before.get(partition)?.tag ?? run.start) : logTag(done.positions[event]!)
    rows.set(partition, { state, result, rank, tag })
    if (!unchanged.includes(partition) && result !== undefined) memory.dirty?.set(partition, result)
    memory.known.set(partition, { rank, result })
  }
  const { partitionBlocks, journal } = await writePartitions(tx, { ...run, partitions }, rows, memory.journal)
  memory.journal = journal
  return { ...run, partitions, partitionBlocks, engineV2: { ...run.engineV2, cached } }
}

/** Whether an event has set the state to something: null leaves what is shown and stored. */
const isSet = ({ state, result }: Pick<PartitionRow, 'state' | 'result'>, before: Pick<PartitionRow, 'result'> | undefined): boolean =>
  state === result || result !== before?.result

const emissionsOf = (outcome: DoneRecords['outcome']): WaitingEmission[] =>
  (outcome?.writes ?? []).flatMap((write) => {
    if (write.kind !== 'emit') return []
    const { stream, type, data, isJson, metadata } = write
    const members = metadata.map(([member, json]) => `"${member}":${json}`)
    return [{ stream, type, data, isJson, metadata: members.length > 0 ? `{${members.join(',')}}` : '' }]
  })

/** Whether the last record asks for a checkpoint. With a hidden fault none comes about. @param now milliseconds since 1970. */
export function isCheckpointDue({ engineV2, checkpointTime }: EngineV2Run, { tuning }: Definition, now: number): boolean {
  const { events, bytes, hidden } = engineV2
  if (hidden || (events === 0 && bytes === 0)) return false
  const isMuch = events >= tuning.checkpointHandledThreshold || bytes >= tuning.checkpointUnhandledBytesThreshold
  return isMuch && now - checkpointTime >= tuning.checkpointAfterMs
}
