// Converts the outcome of a query into states, results, emissions, skipped events with reasons, and the fault.

import type { RecordedEvent } from '../base/events/events.ts'
import { sharedPartition } from '../query/query.ts'
import type { BatchOutcome, QueryFault, QueryWrite } from '../query/query.ts'
import type { SkipReason, SkipRules } from '../projections/source/delivery.ts'
import { skipReason } from '../projections/source/delivery.ts'
import type { Loaded, SourceRecord } from './reading.ts'
import { isDelivered } from './reading.ts'

/** An event that the query emitted. */
export interface EmittedEvent {
  readonly stream: string
  readonly type: string
  /** The parsed body; of links and stream references the text. */
  readonly data: unknown
  /** Only the query's own. */
  readonly metadata: Readonly<Record<string, unknown>>
  /** Index of the given event that caused it. */
  readonly event: number
}

export type { SkipReason }

export interface SkippedEvent {
  /** Index of the given event. */
  readonly event: number
  readonly reason: SkipReason
}

/** The fault that ended the query, in the words of the server. */
export interface ProjectionFault {
  readonly message: string
  readonly kind: QueryFault['kind']
  /** In the query's text, from 1; absent where the server's own checks failed. */
  readonly line?: number
  readonly column?: number
  /** Index of the given event that failed; absent while the query was defined. */
  readonly event?: number
}

/** The results of a query. */
export interface ProjectionRun<State = unknown, Result = unknown> {
  /** The state without a partition, or the shared state; undefined if there is none. */
  readonly state: State | undefined
  /** States by partition, in the order of first appearance; those without a state are missing. */
  readonly partitions: Readonly<Record<string, State>>
  /** The result without a partition; undefined if the query defines none or filtered it out. */
  readonly result: Result | undefined
  /** Results by partition; those without a result are missing. */
  readonly results: Readonly<Record<string, Result>>
  readonly emitted: readonly EmittedEvent[]
  /** Lines of `log(…)`. */
  readonly logs: readonly string[]
  readonly skipped: readonly SkippedEvent[]
  readonly fault: ProjectionFault | undefined
}

/** Reads the outcome of a run over everything that was loaded. */
export function readRun(
  records: readonly RecordedEvent[],
  reads: readonly SourceRecord[],
  outcome: BatchOutcome,
  rules: SkipRules,
): ProjectionRun {
  const loaded = reads.filter(isDelivered)
  const partitions = [...outcome.states].filter(([partition]) => partition !== '' && partition !== sharedPartition)
  const root = outcome.states.get('') ?? outcome.states.get(sharedPartition)
  return {
    state: valueOf(root?.state),
    partitions: defined(partitions.map(([partition, { state }]) => [partition, valueOf(state)])),
    result: valueOf(root?.result),
    results: defined(partitions.map(([partition, { result }]) => [partition, valueOf(result)])),
    emitted: outcome.writes.filter(isEmission).map((write) => emissionOf(write, loaded)),
    logs: outcome.logs,
    skipped: skippedIn(records, reads, loaded, outcome, rules),
    fault: outcome.fault && faultOf(outcome.fault, loaded),
  }
}

const defined = (members: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
  Object.fromEntries(members.filter(([, value]) => value !== undefined))

/** A query that could not be opened. */
export const unopened = ({ kind, message, line, column }: QueryFault): ProjectionRun<never, never> => ({
  state: undefined,
  partitions: {},
  result: undefined,
  results: {},
  emitted: [],
  logs: [],
  skipped: [],
  fault: { kind, message, ...(line !== undefined && { line, column }) },
})

type Emission = Extract<QueryWrite, { kind: 'emit' }>
const isEmission = (write: QueryWrite): write is Emission => write.kind === 'emit'

const emissionOf = ({ stream, type, data, isJson, metadata, event }: Emission, loaded: readonly Loaded[]): EmittedEvent => ({
  stream,
  type,
  data: isJson ? JSON.parse(data) : data,
  metadata: Object.fromEntries(metadata.map(([name, json]) => [name, JSON.parse(json) as unknown])),
  event: loaded[event]!.event,
})

/** A state that is a text is stored without quotes; anything else is JSON. */
function valueOf(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const faultOf = ({ kind, message, line, column, event }: QueryFault, loaded: readonly Loaded[]): ProjectionFault => ({
  kind,
  message,
  ...(line !== undefined && { line, column }),
  ...(event !== undefined && { event: loaded[event]!.event }),
})

// ---- events without a handler

function skippedIn(
  records: readonly RecordedEvent[],
  reads: readonly SourceRecord[],
  loaded: readonly Loaded[],
  { steps = [], fault }: BatchOutcome,
  rules: SkipRules,
): SkippedEvent[] {
  const handled = new Set(steps.filter(({ skipped }) => !skipped).map(({ event }) => loaded[event]!.event))
  const skipped = new Map(steps.map((step) => [loaded[step.event]!.event, step.skipped]))
  const failed = fault?.event === undefined ? undefined : loaded[fault.event]!.event
  const deliveries = Map.groupBy(reads, ({ event }) => event)
  return records
    .filter(({ position }) => !handled.has(position) && position !== failed)
    .map((record) => ({ event: record.position, reason: reasonFor(record) }))

  function reasonFor(record: RecordedEvent): SkipReason {
    return skipReason(record, deliveries.get(record.position)?.[0]?.delivered, skipped.get(record.position), rules)
  }
}
