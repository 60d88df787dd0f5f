// One runner's hold on a run: the opened query, the reader, what is remembered, and the next step.

import type { BatchOutcome, Query, QueryEvent, RunLimits, Sources, StatesByPartition } from '../../query/query.ts'
import { mergeOutcomes } from '../../query/query.ts'
import type { Batch, Delivery } from '../source/batch.ts'
import { createBatchSize, manyWrites, mostInOrder, mostOnThisThread } from '../source/batch-size.ts'
import type { Committed, RunMemory, CommitRequest } from './commit.ts'
import type { Definition } from '../model/definition.ts'
import { failIn } from './failure.ts'
import { plainFailure } from './fault-reason.ts'
import { createFeedback } from './feedback.ts'
import { finalResultsIn } from '../output/final-results.ts'
import type { Outputs } from '../output/outputs.ts'
import { outputsInPieces, outputsOf } from '../output/outputs.ts'
import type { ReadBatch } from '../source/read-ahead.ts'
import { createReadAhead } from '../source/read-ahead.ts'
import { createReader } from '../source/reader.ts'
import { emittedStreamsIn } from '../model/removed-streams.ts'
import { emptyJournal } from '../partitions/rows.ts'
import type { FoundTexts } from '../partitions/texts.ts'
import { findTexts } from '../partitions/texts.ts'
import type { SourceCursor, ProjectionRow, Run } from '../model/tables.ts'
import { projectionRows, runRows } from '../model/tables.ts'
import { stampOf } from '../model/run.ts'
import { runPaceOf } from './run-pace.ts'
import type { Services } from '../services.ts'
import type { HandledDeliveries, PendingCommit, CommitContext } from './pending-commit.ts'
import {
  afterCommit,
  deliveriesLeft,
  endsRun,
  endsSource,
  isAhead,
  isCheckpointDue,
  outputContext,
  pendingCommitOf,
  withFinished,
} from './pending-commit.ts'
import type { TimeSlice } from '../time-slice.ts'
import { yieldToOthers } from '../time-slice.ts'
import { sourceOf } from '../model/source.ts'
import { withStackTrace } from '../checkpoints/start-run.ts'

/** What one step has come to. */
export type Stepped = 'worked' | /** The source has ended for now. */ 'idle' | 'ended' | 'fenced' | /** The engine died. */ 'crashed'

export interface RunSession {
  step(): Promise<Stepped>
  /** Resolves when nothing is under way any more. */
  close(): Promise<void>
  /** Streams whose events it may want; undefined where it wants those of all users. */
  readonly streams: readonly string[] | undefined
}

/** Whoever takes the steps of a session. */
interface Owner {
  readonly timeSlice: TimeSlice
  /** See `ReaderOptions`. */
  readonly onRead: () => void
}

/** Batches without a delivery after which the cursor is stored all the same, so that a hand-over need not read them again. */
const silentBatches = 64

interface Opened {
  readonly row: ProjectionRow
  readonly run: Run
  readonly definition: Definition & { readonly sources: Sources }
  readonly query: Query
}

/** Deliveries that the query is given at once. */
interface Part {
  readonly deliveries: readonly Delivery[]
  readonly events: readonly QueryEvent[]
  readonly reads: readonly number[]
  readonly bodies?: Batch['bodies']
}

/**
 * Takes a run up where its row stands.
 *
 * @param careful the engine died over these events: they are handed over one by one, to find the one that kills it.
 * @returns undefined where there is nothing to run.
 */
export async function openSession(services: Services, name: string, careful: boolean, owner: Owner): Promise<RunSession | undefined> {
  const { storage, prepared } = services
  const [row, run] = await storage.read((tx) => Promise.all([tx.row(projectionRows, name), tx.row(runRows, name)]))
  if (!row?.definition?.sources || !run || row.state !== 'Running' || run.core !== 'Running') return undefined
  const definition = { ...row.definition, sources: row.definition.sources }
  const offered = prepared.take(run.id)
  const opened = offered ? ({ kind: 'usable', query: offered } as const) : await prepared.open(definition)
  if (opened.kind === 'usable') return createSession(services, { row, run, definition, query: opened.query }, careful, owner)
  // The text could be prepared before and cannot be now: the run ends like any other that faults.
  await storage.write((tx) => failIn(tx, name, opened.fault.reason, run))
  return undefined
}

async function createSession(services: Services, opened: Opened, careful: boolean, { timeSlice, onRead }: Owner): Promise<RunSession> {
  const { storage, streams, environment, committer } = services
  const { row, definition, query } = opened
  const { name } = row
  const { longestHandling, isMeasured, awaitsCommits } = runPaceOf(environment)
  const source = sourceOf(definition.sources)
  const continuous = definition.mode === 'Continuous'
  const stamp = stampOf(row, opened.run)
  const context: CommitContext = { name, definition, source, stamp, handlerName: query.handlerName, ranks: new Map() }
  const { start } = opened.run
  const { collectBodies } = query
  const reader = createReader({ ...services, source, sources: definition.sources, continuous, start, collectBodies, onRead })
  const batches = createReadAhead(reader, query)
  const recordsOrder = definition.emitEnabled && source.kind === 'streams'
  const inOrder = recordsOrder ? [mostInOrder(source.streams.length)] : []
  const size = createBatchSize(...inOrder, ...(query.isAside ? [] : [mostOnThisThread]))
  /** Whether every partition that the run has met was met here. */
  const isFirst = opened.run.fence === 0
  /** … and there is nothing else to find of any. */
  const knowsAll = isFirst && !opened.run.hasCheckpoints
  let run = opened.run
  let cursor: SourceCursor = run.cursor
  let memory: RunMemory = {
    targets: new Map(),
    changed: isFirst ? new Map() : undefined,
    journal: isFirst ? emptyJournal : undefined,
    tracked:
      definition.emitEnabled && definition.trackEmittedStreams
        ? new Set(await storage.read((tx) => emittedStreamsIn(streams, tx, name)))
        : undefined,
  }
  const feedback = createFeedback()
  /** The commit that the query does not wait for, and the run that it will leave behind, as far as it decides how far the query goes. */
  let underWay: { readonly committed: Promise<Stepped>; readonly run: Run } | undefined
  let silent = 0

  // ---- committing

  async function commit(slice: PendingCommit, ends: boolean): Promise<Committed> {
    const work: CommitRequest = {
      name,
      definition,
      writer: { stamp, source },
      mark: query.checkpointMark,
      ...slice,
      ...(ends && { finalOutputs: (tx) => finalResultsIn(tx, slice.run, context) }),
    }
    const started = performance.now()
    const committed = await storage.write((tx) => committer.commitIn(tx, work, memory))
    if (isMeasured) size.committed(performance.now() - started, slice.run.delivered - run.delivered)
    if (committed.kind === 'committed') {
      run = committed.run
      memory = committed.memory
    }
    return committed
  }

  const commitRun = (change: Partial<Run>, fault?: PendingCommit['fault'], ends = false): Promise<Committed> =>
    commit({ run: { ...run, cursor, ...change }, outputs: [], partitions: new Map(), fault }, ends)

  const after = (committed: Committed, otherwise: Stepped): Stepped =>
    committed.kind === 'fenced' ? 'fenced' : committed.ended ? 'ended' : otherwise

  const writtenBy = ({ outcome, deliveries }: HandledDeliveries): Outputs | Promise<Outputs> => {
    const into = outputContext(run, context)
    const { writes } = outcome
    return writes.length > manyWrites ? outputsInPieces(writes, deliveries, into, timeSlice.end) : outputsOf(writes, deliveries, into)
  }

  async function commitHandled(handled: HandledDeliveries): Promise<Stepped> {
    const { outcome, deliveries } = handled
    const slice = pendingCommitOf(run, handled, await writtenBy(handled), context)
    for (const line of outcome.logs) environment.log(line)
    if (definition.emitEnabled) feedback.see(outcome, deliveries, (stream) => memory.targets.has(stream))
    return after(await commit({ ...slice, run: feedback.mark(slice.run) }, endsSource(slice, handled, context)), 'worked')
  }

  /** Begins the commit; one that the query does not wait for lets a query beside this thread have its next events first. */
  const begin = (handled: HandledDeliveries, isAwaited: boolean): void => {
    const turn = isAwaited || !query.isAside ? Promise.resolve() : yieldToOthers()
    const committed = turn.then(() => commitHandled(handled))
    // The next step, or the end of the session, hears that it failed.
    committed.catch(() => undefined)
    underWay = { committed, run: afterCommit(withFinished(run, handled), definition, environment.now()) }
  }

  /** Waits for the commit that is under way. */
  const settled = async (): Promise<Stepped> => {
    const stepped = await underWay?.committed
    underWay = undefined
    return stepped ?? 'worked'
  }

  // ---- texts of partitions

  async function loadTexts(missing: readonly string[]): Promise<FoundTexts> {
    const partitions = missing.filter((partition) => partition !== '')
    const root: StatesByPartition =
      missing.includes('') && (run.state !== '' || run.result !== undefined) ? new Map([['', run]]) : new Map()
    if (partitions.length === 0 || knowsAll) return { texts: root, stored: new Map() }
    // What is under way may move them from one row to another.
    await underWay?.committed
    const { texts, stored } = await findTexts(services, run, partitions, context)
    return { texts: new Map([...root, ...texts]), stored }
  }

  // ---- steps

  async function runQuery(texts: StatesByPartition): Promise<BatchOutcome> {
    const events = careful ? 1 : Math.min(size.current(), deliveriesLeft(underWay?.run ?? run, definition))
    const limits = { events, milliseconds: longestHandling, now: environment.now() }
    let outcome = await runOnce(texts, limits)
    while (outcome.more && !outcome.fault && isAhead(outcome)) {
      await timeSlice.end()
      outcome = mergeOutcomes(outcome, await runOnce(new Map(), limits))
    }
    return outcome
  }

  async function runOnce(texts: StatesByPartition, limits: RunLimits): Promise<BatchOutcome> {
    const outcome = await query.run(texts, limits)
    // What works beside this thread replies in a task of its own.
    if (query.isAside) timeSlice.begin()
    return isMeasured ? outcome : { ...outcome, handlerTime: 0 }
  }

  /** @param part of the batch, the last one or not. */
  async function handle(batch: Batch, { deliveries, events, reads, bodies }: Part, isLast: boolean): Promise<Stepped> {
    const { missing } = await query.load(events, reads, bodies)
    let { texts, stored } = await loadTexts(missing)
    let left = deliveries
    for (;;) {
      const outcome = await runQuery(texts)
      const isCrash = outcome.fault?.kind === 'crash' && !careful
      size.brought(outcome.writes.length, outcome.finished)
      const before = await settled()
      if (before !== 'worked') return before
      if (isCrash) return 'crashed'
      const rest = isLast ? batch : { ...batch, cursor: left.at(-1)!.cursor, bytes: 0, atEnd: false }
      const isOver = endsRun(outcome) || ((batch.atEnd || batch.fault !== undefined) && !outcome.more)
      const isAwaited = careful || awaitsCommits || isOver || definition.tuning.checkpointAfterMs > 0
      begin({ outcome, deliveries: left, batch: rest, stored, missing }, isAwaited)
      const stepped = isAwaited ? await settled() : 'worked'
      if (stepped !== 'worked' || !outcome.more) return stepped
      // Handlers may be slow, and run on this very thread where there is no Worker.
      await timeSlice.end()
      left = left.slice(outcome.finished)
      ;[texts, stored] = [new Map(), new Map()]
    }
  }

  /** A batch that brought nothing for the query. */
  async function pass(batch: Batch): Promise<Stepped> {
    cursor = batch.cursor
    if (batch.fault) return after(await commitRun({}, plainFailure(withStackTrace(batch.fault.message))), 'ended')
    if (batch.atEnd && !continuous) return after(await commitRun({ progress: 100 }, undefined, true), 'ended')
    const unhandledBytes = run.unhandledBytes + batch.bytes
    const isDue = isCheckpointDue({ ...run, unhandledBytes }, definition, environment.now())
    const isNews = batch.atEnd && run.progress !== 100
    silent++
    if (!isDue && !isNews && silent < silentBatches) {
      run = { ...run, unhandledBytes }
      return batch.atEnd ? 'idle' : 'worked'
    }
    silent = 0
    const committed = await commitRun({ unhandledBytes, ...(batch.atEnd && { progress: 100 }) })
    return after(committed, batch.atEnd ? 'idle' : 'worked')
  }

  async function take({ batch, events }: ReadBatch): Promise<Stepped> {
    if (batch.deliveries.length === 0) {
      const before = await settled()
      return before === 'worked' ? pass(batch) : before
    }
    if (!batch.atEnd && !batch.fault) batches.readOn(batch.cursor, !careful)
    const { deliveries, reads, bodies } = batch
    if (!careful) return settle(batch, await handle(batch, { deliveries, events, reads, bodies }, true))
    for (const [index, delivery] of deliveries.entries()) {
      const part = { deliveries: [delivery], events: [delivery.event], reads: [1] }
      const stepped = await handle(batch, part, index === deliveries.length - 1)
      if (stepped !== 'worked') return stepped
    }
    careful = false
    return settle(batch, 'worked')
  }

  function settle(batch: Batch, stepped: Stepped): Stepped {
    cursor = batch.cursor
    silent = 0
    return stepped === 'worked' && batch.atEnd ? 'idle' : stepped
  }

  return {
    streams: source.kind === 'stream' ? [source.stream] : source.kind === 'streams' ? source.streams : undefined,
    async step() {
      if (!run.marked && query.checkpointMark) return after(await commitRun({}), 'worked')
      return take(await batches.take(cursor))
    },
    async close() {
      try {
        await underWay?.committed
      } finally {
        query.close()
      }
    },
  }
}
