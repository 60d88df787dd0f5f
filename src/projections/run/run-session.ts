// Takes the steps of one run: reads a batch, hands it to the query, and commits the outcomes.

import type { BatchOutcome, PartitionTexts, Query, RunLimits, StatesByPartition } from '../../query/query.ts'
import type { EngineV2Session } from '../engine-v2/session.ts'
import { withStackTrace } from '../model/fault-text.ts'
import { emittedStreamsIn } from '../model/removed-streams.ts'
import type { RunContext, Stepped } from '../model/run.ts'
import { hasReachedEnd, isEngineV2Run, stampOf, textsOf } from '../model/run.ts'
import { sourceOf, streamsOf } from '../model/source.ts'
import type { Run, SourceCursor } from '../model/tables.ts'
import { projectionIn } from '../model/tables.ts'
import { emptyJournal } from '../partitions/rows.ts'
import type { FoundTexts } from '../partitions/texts.ts'
import { findTexts } from '../partitions/texts.ts'
import type { Services } from '../services.ts'
import type { Batch, Delivery } from '../source/batch.ts'
import { eventsFor, mostInCommit, mostInOrder, mostOnThisThread } from '../source/batch-size.ts'
import { isToldOfDeletions } from '../source/delivery.ts'
import { Reader } from '../source/reader.ts'
import type { TimeSlice } from '../../base/time/time-slice.ts'
import type { RunMemory } from './commit/commit-writer.ts'
import { failIn } from './commit/commit.ts'
import { plainFailure } from './commit/fault-reason.ts'
import { deliveriesLeft, endReached, endsRun, isUnhandledDue } from './commit/pending-commit.ts'
import type { RunCommitsOptions } from './commit/run-commits.ts'
import { RunCommits } from './commit/run-commits.ts'
import type { RunQuery } from './run-query.ts'
import { createRunQuery } from './run-query.ts'

/** The runner that takes the steps. */
interface SessionOwner {
  readonly timeSlice: TimeSlice
  /** See `ReaderOptions`. */
  readonly onRead: () => void
}

/** Milliseconds of handlers after which a commit is due. */
const longestHandling = 50

/** The same within one append: cut in pieces, its outputs would reach other streams in another order (projection-language §8.8). */
const longestAppend = 500

/** After this many batches without a delivery the cursor is stored anyway, so that a hand-over need not read them again. */
const silentBatches = 64

/** Resumes a run where its row stands. @returns undefined where nothing is to run. */
export async function openSession(
  services: Services,
  name: string,
  owner: SessionOwner,
): Promise<RunSession | EngineV2Session | undefined> {
  const { storage, streams, environment, facts } = services
  const { row, run } = await storage.read((tx) => projectionIn(tx, name))
  if (!row?.definition?.sources || !run || row.state !== 'Running' || run.core !== 'Running') return undefined
  const definition = { ...row.definition, sources: row.definition.sources }
  const tracks = definition.emitEnabled && definition.trackEmittedStreams
  const tracked = tracks ? new Set(await storage.read((tx) => emittedStreamsIn(streams, tx, name))) : undefined
  const query = createRunQuery(services, definition, run)
  // Those of the system decide how a run begins and cost nothing. Of the others, the order in which they open decides their random numbers.
  if (definition.handlerType.startsWith('native:') || environment.isRepeatable) {
    const fault = await query.open()
    if (fault) {
      await storage.write((tx) => failIn(tx, name, fault.reason, run))
      return undefined
    }
  }
  if (isEngineV2Run(run)) {
    const { EngineV2Session } = await services.engineV2Sessions()
    return new EngineV2Session({ services, name, run, definition, query, onRead: owner.onRead })
  }
  // The first runner of a run has met every partition itself; a later one looks up what earlier ones knew.
  const isFirst = run.fence === 0
  const memory: RunMemory = {
    targets: new Map(),
    changed: isFirst ? new Map() : undefined,
    journal: isFirst ? emptyJournal : undefined,
    tracked,
  }
  const handlerName = query.opened?.definition.handlerName ?? facts.projections.handlerClass
  const source = sourceOf(definition.sources)
  // Its names may have been a hundred thousand.
  await owner.timeSlice.end()
  const context: RunContext = { name, definition, source, stamp: stampOf(row, run), handlerName, ranks: new Map() }
  return new RunSession({ services, run, query, context, memory, owner })
}

interface RunSessionOptions extends Pick<RunCommitsOptions, 'services' | 'query' | 'context' | 'memory'> {
  readonly run: Run
  readonly owner: SessionOwner
}

export class RunSession {
  readonly #services: Services
  readonly #query: RunQuery
  readonly #context: RunContext
  readonly #timeSlice: TimeSlice
  /** Whether the same requests must always leave the same store behind (decision 23), whatever the time that handlers take. */
  readonly #isRepeatable: boolean
  readonly #isContinuous: boolean
  /** Whether no partition can have a stored text: this runner has met all of them, and there are no checkpoints of earlier runs. */
  readonly #knowsAllTexts: boolean
  /** The most events of any commit, where the query runs on another thread. */
  readonly #most: number
  /** The most events of the next commit; undefined before the first. */
  #size: number | undefined
  readonly #reader: Reader
  readonly #commits: RunCommits
  /** Of the log also system streams: they may be deleted, and links in them may point to deletions. */
  readonly readsSystemStreams: boolean
  #cursor: SourceCursor
  #isStopped = false
  /** Batches without a delivery since the cursor was stored. */
  #silent = 0

  constructor({ services, run, query, context, memory, owner: { timeSlice, onRead } }: RunSessionOptions) {
    const { definition, source } = context
    this.#services = services
    this.#query = query
    this.#context = context
    this.#timeSlice = timeSlice
    this.#isRepeatable = services.environment.isRepeatable ?? false
    this.#isContinuous = definition.mode === 'Continuous'
    this.#knowsAllTexts = run.fence === 0 && !run.hasCheckpoints
    this.#cursor = run.cursor
    const inOrder = definition.emitEnabled && source.kind === 'streams' ? [mostInOrder(source.streams.length)] : []
    this.#most = mostInCommit(...inOrder)
    const { sources } = definition
    this.readsSystemStreams = isToldOfDeletions({ source, sources })
    this.#reader = new Reader({ ...services, sources, continuous: this.#isContinuous, start: run.start, onRead })
    this.#commits = new RunCommits(run, { services, query, context, memory, timeSlice })
  }

  /** Streams whose events the projection may read; undefined where it reads those of all users. */
  get streams(): readonly string[] | undefined {
    return streamsOf(this.#context.source)
  }

  async step(): Promise<Stepped> {
    if (!this.#commits.run.marked && this.#query.opened?.definition.checkpointMark)
      return await this.#commits.change({ cursor: this.#cursor }, 'worked')
    return await this.#takeBatch(await this.#reader.next(this.#cursor))
  }

  /** Has the present step end with the commit that is under way, whatever the query is doing. */
  stop(): void {
    this.#isStopped = true
    this.#query.close()
  }

  /** Resolves when nothing is under way any more. */
  async close(): Promise<void> {
    this.stop()
    await this.#commits.awaitCommit()
  }

  async #takeBatch(batch: Batch): Promise<Stepped> {
    if (batch.deliveries.length === 0) {
      const before = await this.#commits.takeCommit()
      return before === 'worked' ? await this.#passEmpty(batch) : before
    }
    const query = this.#query.opened ?? (await this.#openQuery())
    if (!query) return 'ended'
    if (!batch.atEnd && !batch.fault) this.#reader.readOn(batch.cursor)
    const stepped = await this.#handle(batch, query)
    this.#cursor = batch.cursor
    this.#silent = 0
    return stepped === 'worked' && batch.atEnd ? 'resting' : stepped
  }

  /** @returns undefined where it cannot be opened, although it was prepared before: the run then faults like any other. */
  async #openQuery(): Promise<Query | undefined> {
    const fault = await this.#query.open()
    const { run } = this.#commits
    if (fault && !this.#isStopped) await this.#services.storage.write((tx) => failIn(tx, this.#context.name, fault.reason, run))
    return this.#query.opened
  }

  /** Moves past a batch without deliveries. */
  async #passEmpty(batch: Batch): Promise<Stepped> {
    const { cursor, fault, atEnd } = batch
    const commits = this.#commits
    const end = endReached(this.#context, commits.run, batch)
    this.#cursor = cursor
    if (fault) return await commits.change({ cursor }, 'ended', plainFailure(withStackTrace(fault.message)))
    if (atEnd && !this.#isContinuous) return await commits.change({ cursor, ...end }, 'ended', undefined, true)
    const unhandledBytes = commits.run.unhandledBytes + batch.bytes
    const isDue = isUnhandledDue({ ...commits.run, unhandledBytes }, this.#context.definition, this.#services.environment.now())
    const isNews = atEnd && (!hasReachedEnd(commits.run) || end.progress !== commits.run.progress)
    const next = atEnd ? 'resting' : 'worked'
    if (!isDue && !isNews && ++this.#silent < silentBatches) {
      // The next commit stores the count.
      commits.run = { ...commits.run, unhandledBytes }
      return next
    }
    this.#silent = 0
    return await commits.change({ cursor, unhandledBytes, ...end }, next)
  }

  async #handle(batch: Batch, query: Query): Promise<Stepped> {
    const { deliveries, reads } = batch
    const events = deliveries.map(({ event }) => event)
    const { missing } = await query.load(events, reads, this.#limits(query, batch, deliveries))
    let found = await this.#loadTexts(missing)
    let left = deliveries
    for (;;) {
      const outcome = await this.#runQuery(query, found.texts, this.#limits(query, batch, left))
      // It may be that of a query that was closed.
      if (this.#isStopped) return 'ended'
      if (outcome.finished > 0) this.#size = eventsFor(outcome.writes.length, outcome.finished, this.#mostOf(query))
      const before = await this.#commits.takeCommit()
      if (before !== 'worked') return before
      const isAwaited = this.#awaitsCommit(batch, outcome)
      this.#commits.begin({ outcome, deliveries: left, batch, stored: found.stored, missing }, isAwaited)
      const stepped = isAwaited ? await this.#commits.takeCommit() : 'worked'
      if (stepped !== 'worked' || !outcome.more) return stepped
      // Without a Worker, slow handlers have kept this very thread busy.
      await this.#timeSlice.end()
      left = left.slice(outcome.finished)
      found = await this.#loadTexts(outcome.missing ?? [])
    }
  }

  /** Whether the query must not go on before the outcome is committed. */
  #awaitsCommit(batch: Batch, outcome: BatchOutcome): boolean {
    const isOver = endsRun(outcome) || ((batch.atEnd || batch.fault !== undefined) && !outcome.more)
    return this.#isRepeatable || isOver || this.#context.definition.tuning.checkpointAfterMs > 0
  }

  async #loadTexts(missing: readonly string[]): Promise<FoundTexts> {
    const partitions = missing.filter((partition) => partition !== '')
    const { run } = this.#commits
    const root = new Map<string, PartitionTexts>()
    if (missing.includes('') && (run.state !== '' || run.result !== undefined)) root.set('', textsOf(run))
    if (partitions.length === 0 || this.#knowsAllTexts) return { texts: root, stored: new Map() }
    // The commit under way may move the texts from one row to another.
    await this.#commits.awaitCommit()
    const { texts, stored } = await findTexts(this.#services, this.#commits.run, partitions, this.#context)
    return { texts: new Map([...root, ...texts]), stored }
  }

  /** @returns the most milliseconds of handlers before a commit. */
  #longest({ definition: { isAside, handlerName } }: Query, isOneAppend: boolean): number {
    if (this.#isRepeatable) return 10_000
    // Built-in queries are quick, but the thread may be taken from them.
    return isOneAppend && (isAside || handlerName !== undefined) ? longestAppend : longestHandling
  }

  #mostOf({ definition: { isAside = false } }: Query): number {
    return isAside ? this.#most : mostInCommit(this.#most, mostOnThisThread)
  }

  /** @param left the unfinished deliveries of the batch. */
  #limits(query: Query, batch: Batch, left: readonly Delivery[]): RunLimits {
    const isOneAppend = batch.cursor.live !== undefined && left[0]!.read === left.at(-1)!.read
    const events = Math.min(this.#size ?? this.#mostOf(query), deliveriesLeft(this.#commits.nextRun, this.#context.definition))
    return { events, milliseconds: this.#longest(query, isOneAppend), now: this.#services.environment.now() }
  }

  async #runQuery(query: Query, texts: StatesByPartition, limits: RunLimits): Promise<BatchOutcome> {
    const outcome = await query.run(texts, limits)
    // A Worker replies in a task of its own, so others have had their turn.
    if (query.definition.isAside) this.#timeSlice.begin()
    return this.#isRepeatable ? { ...outcome, handlerTime: 0 } : outcome
  }
}
