// Computes the next commit of a run from handled deliveries: progress, counters, states, outputs, and whether a checkpoint is due.

import type { BatchOutcome } from '../../../query/query.ts'
import { tooBig } from '../../../streams/write/event-size.ts'
import { linkType } from '../../../streams/system.ts'
import type { Batch, Delivery } from '../../source/batch.ts'
import { isOneTooBig } from '../../checkpoints/checkpoint-events.ts'
import type { Tag } from '../../model/positions/checkpoint.ts'
import { stampedMembers } from '../../model/positions/checkpoint-text.ts'
import type { Definition } from '../../model/definition/definition.ts'
import type { RunFailure } from './fault-reason.ts'
import { plainFailure, queryFailure } from './fault-reason.ts'
import { isPausedAt } from './paused-reading.ts'
import { orderStream } from '../../model/names.ts'
import type { Output, Outputs } from '../../output/outputs.ts'
import { inWritingOrder } from '../../output/outputs.ts'
import type { FoundTexts } from '../../partitions/texts.ts'
import type { PartitionRow, Run } from '../../model/tables.ts'
import type { RunContext } from '../../model/run.ts'
import { keptTexts } from '../../model/run.ts'
import { withStackTrace } from '../../model/fault-text.ts'

/** Changes for one transaction. */
export interface PendingCommit {
  readonly run: Run
  readonly outputs: readonly Output[]
  readonly partitions: ReadonlyMap<string, PartitionRow>
  /** Partitions without a state now, before, and in between. */
  readonly stateless: readonly string[]
  /** The position of the last event that was finished; undefined where none was. */
  readonly lastDelivered: Tag | undefined
  readonly fault: RunFailure | undefined
}

/** Deliveries, and the outcome of handling them. */
export interface HandledDeliveries {
  readonly outcome: BatchOutcome
  /** The unfinished ones of the batch when the query was called. */
  readonly deliveries: readonly Delivery[]
  readonly batch: Batch
  readonly stored: FoundTexts['stored']
  /** Partitions whose texts the query lacked when the batch was loaded. */
  readonly missing: readonly string[]
}

/** @param written outputs of the outcome. */
export function pendingCommitOf(run: Run, handled: HandledDeliveries, written: Outputs, context: RunContext): PendingCommit {
  const { outcome, deliveries } = handled
  const done = finishedPart(outcome, written.fault?.event)
  const states = storable(outcome.states)
  // No checkpoint can hold the others: the server finds that out at the next one.
  const fault = states.size < outcome.states.size ? plainFailure(withStackTrace(tooBig)) : faultOf(handled, written, context)
  const advanced = advance(run, handled, done, context)
  const { partitions, count } = partitionsOf(states, handled, run, context)
  const root = states.get('')
  return {
    run: {
      ...advanced,
      ...(root && keptTexts(root)),
      partitions: count,
      ...(failsPaused(handled, context) && { paused: true }),
      ...(fault?.showsProgress && { progress: deliveries[outcome.fault?.event ?? 0]?.progress ?? advanced.progress }),
    },
    outputs: inWritingOrder([...orderOutputs(deliveries, done.finished, fault !== undefined, context), ...written.outputs], deliveries),
    partitions,
    stateless: [...states].flatMap(([name, { isUnaltered }]) => (name !== '' && isUnaltered ? [name] : [])),
    lastDelivered: deliveries[done.finished - 1]?.tag,
    fault,
  }
}

/** Whether an event fails while reading is paused. */
function failsPaused({ outcome, deliveries, batch }: HandledDeliveries, { definition }: RunContext): boolean {
  const failed = outcome.fault?.event ?? deliveries.length
  const read = deliveries[failed]?.read
  if (read === undefined) return false
  const index = batch.deliveries.length - deliveries.length + failed
  const first = batch.deliveries.findIndex((delivery) => delivery.read === read)
  const count = batch.deliveries.filter((delivery) => delivery.read === read).length
  return isPausedAt(index - first, count, definition.tuning.pendingEventsThreshold)
}

/** The rows of partitions that changed or were read from checkpoints, and the number of partitions that the run has met then. */
function partitionsOf(
  states: BatchOutcome['states'],
  { outcome, deliveries, stored, missing }: HandledDeliveries,
  run: Run,
  { ranks }: RunContext,
): { readonly partitions: Map<string, PartitionRow>; readonly count: number } {
  const partitions = new Map<string, PartitionRow>()
  let count = run.partitions
  const rankOf = (partition: string): number => {
    const rank = ranks.get(partition) ?? count++
    ranks.set(partition, rank)
    return rank
  }
  for (const [partition, { state, result, event }] of states) {
    if (partition !== '') partitions.set(partition, { state, result, rank: rankOf(partition), tag: deliveries[event]!.tag })
  }
  for (const [partition, texts] of stored) {
    if (!partitions.has(partition)) partitions.set(partition, { ...texts, rank: rankOf(partition) })
  }
  // The partition of a failed event is in memory by then.
  const isLoaded = outcome.fault?.event !== undefined && missing.some((partition) => partition !== '' && !ranks.has(partition))
  return { partitions, count: isLoaded ? count + 1 : count }
}

function storable(states: BatchOutcome['states']): BatchOutcome['states'] {
  for (const texts of states.values()) if (isOneTooBig(texts)) return new Map([...states].filter(([, each]) => !isOneTooBig(each)))
  return states
}

/** Whether the source of a query ends with the commit. */
export const endsSource = ({ fault }: PendingCommit, { outcome, batch }: HandledDeliveries, { definition }: RunContext): boolean =>
  definition.mode !== 'Continuous' && batch.atEnd && !outcome.more && !fault

/** Whether the run ends with the outcome, even with events left in the batch. */
export const endsRun = ({ fault, states }: BatchOutcome): boolean => fault !== undefined || storable(states) !== states

type FinishedPart = Pick<BatchOutcome, 'finished' | 'handled' | 'lastHandled'>

/** @param failed an output without a valid stream name undoes its event. */
function finishedPart({ finished, handled, lastHandled }: FinishedPart, failed: number | undefined): FinishedPart {
  if (failed === undefined) return { finished, handled, lastHandled }
  return { finished: failed, handled: Math.max(0, handled - (finished - failed)), lastHandled: Math.min(lastHandled, failed - 1) }
}

function faultOf({ outcome, deliveries, batch }: HandledDeliveries, written: Outputs, context: RunContext): RunFailure | undefined {
  const { fault, more } = outcome
  if (written.fault) return plainFailure(withStackTrace(written.fault.message))
  if (!fault) return batch.fault && !more ? plainFailure(withStackTrace(batch.fault.message)) : undefined
  return queryFailure(fault, deliveries[fault.event ?? 0], context)
}

function advance(run: Run, handled: HandledDeliveries, done: FinishedPart, context: RunContext): Run {
  const { outcome, deliveries, batch } = handled
  const last = done.finished > 0 ? deliveries[done.finished - 1] : undefined
  const shown = deliveries[done.lastHandled]
  const isDone = isDoneWith(handled, done)
  return {
    ...counted(run, handled, done),
    ...(shown && { position: shown.tag, progress: shown.progress }),
    ...(last && { cursor: last.cursor }),
    ...(isDone && { cursor: batch.cursor }),
    ...endReached(context, run, { ...batch, atEnd: isDone && batch.atEnd }),
    handled: run.handled + done.handled,
    handlerTime: run.handlerTime + outcome.handlerTime,
  }
}

/**
 * The change of a run that is or is not at the end of its source. A query that reorders its events shows the last record there that it
 * does not get, as it does not report that it waits (projections-http §6.5).
 */
export function endReached({ definition }: RunContext, run: Run, { atEnd, skippedProgress }: EndOfBatch): Partial<Run> {
  if (!definition.sources.options.reorderEvents) return atEnd ? { progress: 100 } : {}
  return atEnd ? { atEnd, progress: skippedProgress ?? (run.atEnd ? run.progress : -1) } : { atEnd }
}

type EndOfBatch = Pick<Batch, 'atEnd' | 'skippedProgress'>

const isDoneWith = ({ outcome, deliveries }: HandledDeliveries, { finished }: FinishedPart): boolean =>
  !outcome.more && !outcome.fault && finished === deliveries.length

/** The run with the counters that decide when the next checkpoint is due. */
function counted(run: Run, handled: HandledDeliveries, done: FinishedPart): Run {
  const unhandledBytes = (done.finished > 0 ? 0 : run.unhandledBytes) + (isDoneWith(handled, done) ? handled.batch.bytes : 0)
  return { ...run, delivered: run.delivered + done.finished, unhandledBytes }
}

/** The run with the counters of a commit whose outputs can all be written. */
export const withFinished = (run: Run, handled: HandledDeliveries): Run => counted(run, handled, handled.outcome)

/** So many events the server takes before it handles the first of them. */
const takenAtOnce = 30

/** Records the order in which events of several streams were taken: with a fault more than were handled (projection-language §11.6). */
function orderOutputs(deliveries: readonly Delivery[], finished: number, hasFailed: boolean, context: RunContext): Output[] {
  const { definition, source, name, stamp } = context
  if (!definition.emitEnabled || source.kind !== 'streams') return []
  const taken = hasFailed ? finished + takenAtOnce : finished
  return deliveries.slice(0, taken).map(({ event, tag }, index) => ({
    stream: orderStream(name),
    type: linkType,
    data: `${event.record.number}@${event.record.stream}`,
    isJson: false,
    metadata: `{${stampedMembers(tag, stamp)}}`,
    tag,
    event: index,
  }))
}

/** How many events may be delivered before a checkpoint is due; infinite without checkpoints. */
export function deliveriesLeft({ delivered }: Run, { checkpointsDisabled, tuning }: Definition): number {
  if (checkpointsDisabled || tuning.checkpointHandledThreshold <= 0) return Number.POSITIVE_INFINITY
  const left = tuning.checkpointHandledThreshold - delivered
  // Overdue, because too little time has passed since the last checkpoint: it can come at the end of any batch.
  return left > 0 ? left : Number.POSITIVE_INFINITY
}

/** The run after its commit, as far as the counters for checkpoints go. @param now milliseconds since 1970. */
export function afterCommit(run: Run, definition: Definition, now: number): Run {
  const after = isHandledDue(run, definition, now) ? { ...run, checkpointTime: now, delivered: 0 } : run
  return isUnhandledDue(after, definition, now) ? { ...after, checkpointTime: now, delivered: 0, unhandledBytes: 0 } : after
}

/** Whether the events delivered require a checkpoint at the last of them. @param now milliseconds since 1970. */
export function isHandledDue(run: Run, definition: Definition, now: number): boolean {
  const { checkpointHandledThreshold: threshold } = definition.tuning
  return threshold > 0 && run.delivered >= threshold && mayCheckpoint(run, definition, now)
}

/** Whether the records read since the last event delivered require a checkpoint. @param now milliseconds since 1970. */
export function isUnhandledDue(run: Run, definition: Definition, now: number): boolean {
  const { checkpointUnhandledBytesThreshold: threshold } = definition.tuning
  return threshold > 0 && run.unhandledBytes > threshold && mayCheckpoint(run, definition, now)
}

const mayCheckpoint = ({ checkpointTime }: Run, { checkpointsDisabled, tuning }: Definition, now: number): boolean =>
  !checkpointsDisabled && now - checkpointTime >= tuning.checkpointAfterMs
