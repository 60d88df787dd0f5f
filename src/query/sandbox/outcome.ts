// Converts the report of a sandbox into the outcome of the query port.

import type { RunReport } from '../language/run/outcome.ts'
import type { ReportedPartition } from '../language/run/partitions.ts'
import type { ReportedWrite } from '../language/run/writes.ts'
import type { BatchOutcome, QueryWrite, RunLimits } from '../query.ts'
import type { RunReply } from './query-engine.ts'

/** The outcome, and what another engine would lack. */
interface ReadOutcome extends BatchOutcome {
  /** Emissions that wait for the next event, as JSON; empty for none. */
  readonly held: string
  /** Partitions of the outcome without a state that wait for their catalogue entries. */
  readonly unlisted: readonly string[]
}

export const emptyOutcome: Omit<BatchOutcome, 'handlerTime'> = {
  finished: 0,
  handled: 0,
  lastHandled: -1,
  more: false,
  states: new Map(),
  writes: [],
  logs: [],
}

/** @returns the outcome of a run in an engine, whose side words the fault. */
export function readReply({ report, fault, handlerTime }: RunReply, { trace = false }: RunLimits): ReadOutcome {
  const read = report === undefined ? { ...emptyOutcome, held: '', unlisted: [] } : readReport(report, trace)
  return { ...read, ...(fault && { fault }), handlerTime }
}

function readReport(report: string, trace: boolean): Omit<ReadOutcome, 'handlerTime'> {
  const { fault: _, states, steps, writes, held, ...rest } = JSON.parse(report) as RunReport
  return {
    ...rest,
    states: new Map(states.map(readPartition)),
    writes: writes.map(readWrite),
    ...(trace && { steps }),
    held: held.length > 0 ? JSON.stringify(held) : '',
    unlisted: states.flatMap(([name, , , , isUnlisted]) => (isUnlisted ? [name] : [])),
  }
}

const readPartition = ([name, state, result, event, , isUnaltered]: ReportedPartition) =>
  [name, { state, result: result === true ? state : (result ?? undefined), event, ...(isUnaltered && { isUnaltered }) }] as const

function readWrite(write: ReportedWrite): QueryWrite {
  if (write[0] === 'emit') {
    const [kind, event, stream, type, data, isJson, metadata, position] = write
    const emission = { kind, event, stream, type, data, isJson, metadata } as const
    return position === undefined ? emission : { ...emission, position }
  }
  const [kind, event, partition] = write
  return kind === 'result' ? { kind, event, partition, result: write[3] } : { kind, event, partition }
}
