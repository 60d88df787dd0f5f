// Makes one slice of outcomes that wait for their commits, as far as one commit for all of them leaves the same behind.

import type { Environment } from '../base/environment.ts'
import type { BatchOutcome } from '../query/query.ts'
import type { Batch, Delivery } from './batch.ts'
import { manyWrites } from './batch-size.ts'
import type { FoundTexts } from './partition-texts.ts'
import { withStored } from './partition-texts.ts'
import type { Outputs } from './outputs.ts'
import { outputsInPieces } from './outputs.ts'
import type { PartitionRow, Run } from './row.ts'
import type { Slice, SliceContext } from './slice.ts'
import { isCheckpointDue, outputContext, sliceOf, withFailed } from './slice.ts'

/** What one run of the query has brought, and what it belongs to. */
export interface Handled {
  readonly outcome: BatchOutcome
  /** Those that were not finished before. */
  readonly deliveries: readonly Delivery[]
  readonly rest: Batch
  readonly stored: FoundTexts['stored']
  /** Partitions whose texts the query lacked when the batch was loaded. */
  readonly missing: readonly string[]
  /** What the outcome writes, where that has been worked out: only for the first one. */
  readonly written?: Outputs
}

export interface GatheredSlice {
  readonly slice: Slice
  /** Whether the source of a query has ended. */
  readonly ends: boolean
}

/**
 * @param run as the last commit left it.
 * @param next takes what waits behind the first, one at each call.
 */
export function gatherSlice(
  run: Run,
  first: Handled,
  next: () => Handled | undefined,
  context: SliceContext,
  environment: Pick<Environment, 'now' | 'log'>,
): GatheredSlice {
  let slice = sliceBehind(run, first, context, environment)
  let last = first
  // What each of them changed; the later one counts.
  let partitions: Map<string, PartitionRow> | undefined
  while (isQuiet(slice, last, context, environment.now())) {
    const handled = next()
    if (!handled) break
    partitions ??= new Map(slice.partitions)
    slice = sliceBehind(slice.run, handled, context, environment)
    last = handled
    addAll(partitions, slice.partitions)
  }
  return { slice: partitions ? { ...slice, partitions } : slice, ends: isEnd(slice, last, context) }
}

/** Whether what the outcome writes is worked out before it becomes a slice, because that takes long. */
export const hasManyWrites = ({ outcome }: Pick<Handled, 'outcome'>): boolean => outcome.writes.length > manyWrites

/** @param letOthers is called between pieces of work. */
export async function withWritten(run: Run, handled: Handled, context: SliceContext, letOthers: () => Promise<void>): Promise<Handled> {
  const written = await outputsInPieces(handled.outcome.writes, handled.deliveries, outputContext(run, context), letOthers)
  return { ...handled, written }
}

/** A loop of its own: it would have all of its caller compiled (docs/performance.md). */
function addAll(partitions: Map<string, PartitionRow>, more: Slice['partitions']): void {
  for (const [partition, row] of more) partitions.set(partition, row)
}

function sliceBehind(
  run: Run,
  { outcome, deliveries, rest, stored, missing, written }: Handled,
  context: SliceContext,
  { log }: Pick<Environment, 'log'>,
): Slice {
  for (const line of outcome.logs) log(line)
  return withFailed(withStored(sliceOf(run, outcome, deliveries, rest, context, written), stored, context), outcome, missing, context)
}

const isEnd = ({ fault }: Slice, { outcome, rest }: Handled, { definition }: SliceContext): boolean =>
  definition.mode !== 'Continuous' && rest.atEnd && !outcome.more && !fault

/**
 * Whether a commit of it would store states and progress, and do nothing else. Outputs may be refused, and what comes behind them has not
 * happened then.
 */
const isQuiet = (slice: Slice, last: Handled, context: SliceContext, now: number): boolean =>
  slice.outputs.length === 0 && !slice.fault && !isEnd(slice, last, context) && !isCheckpointDue(slice.run, context.definition, now)
