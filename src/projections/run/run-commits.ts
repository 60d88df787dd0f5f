// Commits the outcomes of one run in order, while the query may already handle the next events.

import type { Query } from '../../query/query.ts'
import type { RunContext } from '../model/run.ts'
import type { Run, SourceCursor } from '../model/tables.ts'
import { outputsOf } from '../output/outputs.ts'
import type { Services } from '../services.ts'
import type { BatchSize } from '../source/batch-size.ts'
import type { TimeSlice } from '../time-slice.ts'
import { yieldToOthers } from '../time-slice.ts'
import type { Committed, RunMemory } from './commit.ts'
import { commitIn } from './commit.ts'
import { createFeedback } from './feedback.ts'
import type { HandledDeliveries, PendingCommit } from './pending-commit.ts'
import { afterCommit, endsSource, pendingCommitOf, withFinished } from './pending-commit.ts'

/** The outcome of one step. */
export type Stepped = 'worked' | /** The source has ended for now. */ 'idle' | 'ended' | 'fenced' | /** The engine died. */ 'crashed'

export const steppedAfter = (committed: Committed, otherwise: Stepped): Stepped =>
  committed.kind === 'fenced' ? 'fenced' : committed.ended ? 'ended' : otherwise

export interface RunCommitsOptions {
  readonly services: Services
  readonly query: Query
  readonly context: RunContext
  readonly memory: RunMemory
  readonly size: BatchSize
  readonly timeSlice: TimeSlice
}

export function createRunCommits(first: Run, { services, query, context, memory, size, timeSlice }: RunCommitsOptions) {
  const { environment, storage } = services
  const feedback = createFeedback()
  let run = first
  /** The commit that the query does not wait for, and the run after it as far as checkpoint thresholds go. */
  let underWay: { readonly committed: Promise<Stepped>; readonly run: Run } | undefined

  const commit = async (pending: PendingCommit, ends: boolean): Promise<Committed> => {
    const request = { ...pending, context, ends, mark: query.definition.checkpointMark }
    const started = performance.now()
    const committed = await storage.write((tx) => commitIn(services, tx, request, memory))
    // The same requests always leave the same store behind, whatever the time that commits take (decision 23).
    if (!environment.isRepeatable) size.committed(performance.now() - started, pending.run.delivered - run.delivered)
    if (committed.kind === 'committed') run = committed.run
    return committed
  }

  const commitHandled = async (handled: HandledDeliveries): Promise<Stepped> => {
    const { outcome, deliveries } = handled
    const outputs = await outputsOf(outcome.writes, deliveries, context, run.position, timeSlice.end)
    const pending = pendingCommitOf(run, handled, outputs, context)
    for (const line of outcome.logs) environment.log(line)
    if (context.definition.emitEnabled) feedback.see(outcome, deliveries, (stream) => memory.targets.has(stream))
    const committed = await commit({ ...pending, run: feedback.mark(pending.run) }, endsSource(pending, handled, context))
    return steppedAfter(committed, 'worked')
  }

  return {
    /** The run as of the last commit. */
    run: (): Run => run,
    /** The run after the commit under way, as far as checkpoint thresholds go. */
    nextRun: (): Run => underWay?.run ?? run,
    /** Counts log bytes that brought no event; the next commit stores the count. */
    countUnhandled(unhandledBytes: number): void {
      run = { ...run, unhandledBytes }
    },
    /** Commits a change that no event caused. */
    async change(
      changed: Partial<Run> & { readonly cursor: SourceCursor },
      otherwise: Stepped,
      fault?: PendingCommit['fault'],
      ends = false,
    ): Promise<Stepped> {
      return steppedAfter(await commit({ run: { ...run, ...changed }, outputs: [], partitions: new Map(), fault }, ends), otherwise)
    },
    /** Begins a commit. Where the query does not wait for it, a query in a Worker gets its next events first. */
    begin(handled: HandledDeliveries, isAwaited: boolean): void {
      const turn = isAwaited || !query.definition.isAside ? Promise.resolve() : yieldToOthers()
      const committed = turn.then(() => commitHandled(handled))
      // `settled` or `close` reports the failure.
      committed.catch(() => undefined)
      underWay = { committed, run: afterCommit(withFinished(run, handled), context.definition, environment.now()) }
    },
    /** Waits for the commit under way. */
    async settled(): Promise<Stepped> {
      const stepped = await underWay?.committed
      underWay = undefined
      return stepped ?? 'worked'
    },
    /** Waits for the commit under way and leaves its outcome to `settled`. */
    async idle(): Promise<void> {
      await underWay?.committed
    },
  }
}
