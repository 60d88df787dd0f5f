// Commits the outcomes of one run in order, while the query may already handle the next events.

import type { RunContext, Stepped } from '../../model/run.ts'
import type { Run, SourceCursor } from '../../model/tables.ts'
import { outputsOf } from '../../output/outputs.ts'
import type { Services } from '../../services.ts'
import type { TimeSlice } from '../../../base/time/time-slice.ts'
import { yieldToOthers } from '../../../base/time/time-slice.ts'
import type { RunMemory } from './commit-writer.ts'
import { commitIn } from './commit.ts'
import { createFeedback } from './feedback.ts'
import type { RunQuery } from '../run-query.ts'
import type { HandledDeliveries, PendingCommit } from './pending-commit.ts'
import { afterCommit, endsSource, pendingCommitOf, withFinished } from './pending-commit.ts'

export interface RunCommitsOptions {
  readonly services: Services
  readonly query: RunQuery
  readonly context: RunContext
  readonly memory: RunMemory
  readonly timeSlice: TimeSlice
}

export class RunCommits {
  readonly #options: RunCommitsOptions
  readonly #feedback = createFeedback()
  /** The run as of the last commit. */
  run: Run
  /** The commit that the query does not wait for, and the run after it as far as checkpoint thresholds go. */
  #underWay: { readonly committed: Promise<Stepped>; readonly run: Run } | undefined

  constructor(run: Run, options: RunCommitsOptions) {
    this.run = run
    this.#options = options
  }

  /** The run after the commit under way, as far as checkpoint thresholds go. */
  get nextRun(): Run {
    return this.#underWay?.run ?? this.run
  }

  /** Commits a change that no event caused. */
  async change(
    change: Partial<Run> & { readonly cursor: SourceCursor },
    otherwise: Stepped,
    fault?: PendingCommit['fault'],
    ends = false,
  ): Promise<Stepped> {
    const nothing = { outputs: [], partitions: new Map(), stateless: [], lastDelivered: undefined }
    const pending: PendingCommit = { ...nothing, run: { ...this.run, ...change }, fault }
    return await this.#commit(pending, ends, otherwise)
  }

  /** Begins a commit. Where the query does not wait for it, a query in a Worker gets its next events first. */
  begin(handled: HandledDeliveries, isAwaited: boolean): void {
    const { context, query, services } = this.#options
    const turn = isAwaited || !query.opened?.definition.isAside ? Promise.resolve() : yieldToOthers()
    const committed = turn.then(() => this.#commitHandled(handled))
    // `takeCommit` or `close` reports the failure.
    committed.catch(() => undefined)
    const run = afterCommit(withFinished(this.run, handled), context.definition, services.environment.now())
    this.#underWay = { committed, run }
  }

  /** Waits for the commit under way and takes its outcome. */
  async takeCommit(): Promise<Stepped> {
    const stepped = await this.#underWay?.committed
    this.#underWay = undefined
    return stepped ?? 'worked'
  }

  /** Waits for the commit under way and leaves its outcome to `takeCommit`. */
  async awaitCommit(): Promise<void> {
    await this.#underWay?.committed
  }

  async #commitHandled(handled: HandledDeliveries): Promise<Stepped> {
    const { context, services, memory, timeSlice } = this.#options
    const { outcome, deliveries } = handled
    const outputs = await outputsOf(outcome.writes, deliveries, context, this.run.position, timeSlice.end)
    const pending = pendingCommitOf(this.run, handled, outputs, context)
    for (const line of outcome.logs) services.environment.log(line)
    if (context.definition.emitEnabled) this.#feedback.see(outcome, deliveries, (stream) => memory.targets.has(stream))
    return await this.#commit({ ...pending, run: this.#feedback.mark(pending.run) }, endsSource(pending, handled, context), 'worked')
  }

  /** @param otherwise the outcome where the run goes on. */
  async #commit(pending: PendingCommit, ends: boolean, otherwise: Stepped): Promise<Stepped> {
    const { context, query, services, memory } = this.#options
    const request = { ...pending, context, ends, mark: query.opened?.definition.checkpointMark }
    const committed = await services.storage.write((tx) => commitIn(services, tx, request, memory))
    if (!committed) return 'fenced'
    this.run = committed
    return committed.core === 'Running' ? otherwise : 'ended'
  }
}
