// Takes the steps of one run: reads a batch, hands it to the query, and commits the outcomes.

import type { BatchOutcome, RunLimits, StatesByPartition } from '../../query/query.ts'
import { mergeOutcomes } from '../../query/query.ts'
import { withStackTrace } from '../checkpoints/start-run.ts'
import { emittedStreamsIn } from '../model/removed-streams.ts'
import type { RunContext } from '../model/run.ts'
import { stampOf } from '../model/run.ts'
import { sourceOf, streamsOf } from '../model/source.ts'
import type { Run } from '../model/tables.ts'
import { projectionRows, runRows } from '../model/tables.ts'
import { emptyJournal } from '../partitions/rows.ts'
import type { FoundTexts } from '../partitions/texts.ts'
import { findTexts } from '../partitions/texts.ts'
import type { Services } from '../services.ts'
import type { Batch } from '../source/batch.ts'
import { createBatchSize, mostInOrder, mostOnThisThread } from '../source/batch-size.ts'
import { createReadAhead, createReader } from '../source/reader.ts'
import type { TimeSlice } from '../time-slice.ts'
import type { RunMemory } from './commit.ts'
import { failIn } from './commit.ts'
import { plainFailure } from './fault-reason.ts'
import { deliveriesLeft, endsRun, isAhead, isCheckpointDue } from './pending-commit.ts'
import type { RunCommitsOptions, Stepped } from './run-commits.ts'
import { createRunCommits } from './run-commits.ts'

/** The runner that takes the steps. */
interface SessionOwner {
  readonly timeSlice: TimeSlice
  /** See `ReaderOptions`. */
  readonly onRead: () => void
}

/** Milliseconds of handlers after which a commit is due. */
const longestHandling = 50

/** After this many batches without a delivery the cursor is stored anyway, so that a hand-over need not read them again. */
const silentBatches = 64

/**
 * Resumes a run where its row stands.
 *
 * @param careful the engine died over these events: they are handed over one by one, to find the fatal one.
 * @returns undefined where nothing is to run.
 */
export async function openSession(
  services: Services,
  name: string,
  careful: boolean,
  owner: SessionOwner,
): Promise<RunSession | undefined> {
  const { storage, streams, prepared } = services
  const [row, run] = await storage.read((tx) => Promise.all([tx.row(projectionRows, name), tx.row(runRows, name)]))
  if (!row?.definition?.sources || !run || row.state !== 'Running' || run.core !== 'Running') return undefined
  const definition = { ...row.definition, sources: row.definition.sources }
  const offered = prepared.take(run.id)
  const opened = offered ? ({ kind: 'usable', query: offered } as const) : await prepared.open(definition)
  if (opened.kind === 'unusable') {
    // The query could be prepared before and cannot be now: the run faults like any other.
    await storage.write((tx) => failIn(tx, name, opened.fault.reason, run))
    return undefined
  }
  const { query } = opened
  // The first runner of a run has met every partition itself; a later one looks up what earlier ones knew.
  const isFirst = run.fence === 0
  const tracks = definition.emitEnabled && definition.trackEmittedStreams
  const memory: RunMemory = {
    targets: new Map(),
    changed: isFirst ? new Map() : undefined,
    journal: isFirst ? emptyJournal : undefined,
    tracked: tracks ? new Set(await storage.read((tx) => emittedStreamsIn(streams, tx, name))) : undefined,
  }
  const { handlerName } = query.definition
  const source = sourceOf(definition.sources)
  const context: RunContext = { name, definition, source, stamp: stampOf(row, run), handlerName, ranks: new Map() }
  return createSession({ services, run, query, context, memory, careful, owner })
}

interface SessionOptions extends Pick<RunCommitsOptions, 'services' | 'query' | 'context' | 'memory'> {
  readonly run: Run
  readonly careful: boolean
  readonly owner: SessionOwner
}

export type RunSession = ReturnType<typeof createSession>

function createSession({ services, run, query, context, memory, careful: startsCarefully, owner: { timeSlice, onRead } }: SessionOptions) {
  const { definition, source } = context
  const { now, isRepeatable = false } = services.environment
  const isAside = query.definition.isAside ?? false
  const continuous = definition.mode === 'Continuous'
  /** Whether no partition can have a stored text: this runner has met all of them, and there are no checkpoints of earlier runs. */
  const knowsAllTexts = run.fence === 0 && !run.hasCheckpoints
  const inOrder = definition.emitEnabled && source.kind === 'streams' ? [mostInOrder(source.streams.length)] : []
  const size = createBatchSize(...inOrder, ...(isAside ? [] : [mostOnThisThread]))
  const batches = createReadAhead(createReader({ ...services, sources: definition.sources, continuous, start: run.start, onRead }))
  const commits = createRunCommits(run, { services, query, context, memory, size, timeSlice })
  let careful = startsCarefully
  let { cursor } = run
  /** Batches without a delivery since the cursor was stored. */
  let silent = 0

  const loadTexts = async (missing: readonly string[]): Promise<FoundTexts> => {
    const partitions = missing.filter((partition) => partition !== '')
    const { state, result } = commits.run()
    const isRootKnown = missing.includes('') && (state !== '' || result !== undefined)
    const root: StatesByPartition = isRootKnown ? new Map([['', { state, result }]]) : new Map()
    if (partitions.length === 0 || knowsAllTexts) return { texts: root, stored: new Map() }
    // The commit under way may move the texts from one row to another.
    await commits.idle()
    const { texts, stored } = await findTexts(services, commits.run(), partitions, context)
    return { texts: new Map([...root, ...texts]), stored }
  }

  const runOnce = async (texts: StatesByPartition, limits: RunLimits): Promise<BatchOutcome> => {
    const outcome = await query.run(texts, limits)
    // A Worker replies in a task of its own, so others have had their turn.
    if (isAside) timeSlice.begin()
    // A repeatable store does not depend on the time that handlers take (decision 23).
    return isRepeatable ? { ...outcome, handlerTime: 0 } : outcome
  }

  const runQuery = async (texts: StatesByPartition): Promise<BatchOutcome> => {
    const events = careful ? 1 : Math.min(size.current(), deliveriesLeft(commits.nextRun(), definition))
    const limits = { events, milliseconds: isRepeatable ? 10_000 : longestHandling, now: now() }
    let outcome = await runOnce(texts, limits)
    while (outcome.more && !outcome.fault && isAhead(outcome)) {
      await timeSlice.end()
      outcome = mergeOutcomes(outcome, await runOnce(new Map(), limits))
    }
    return outcome
  }

  /** Whether the query must not go on before the outcome is committed. */
  const awaitsCommit = (batch: Batch, outcome: BatchOutcome): boolean => {
    const isOver = endsRun(outcome) || ((batch.atEnd || batch.fault !== undefined) && !outcome.more)
    return careful || isRepeatable || isOver || definition.tuning.checkpointAfterMs > 0
  }

  /** Has the query handle some deliveries of a batch in one call. @param isLast whether the batch ends with them. */
  const handle = async (batch: Batch, { deliveries, reads }: Pick<Batch, 'deliveries' | 'reads'>, isLast: boolean): Promise<Stepped> => {
    const { missing } = await query.load(
      deliveries.map(({ event }) => event),
      reads,
    )
    let { texts, stored } = await loadTexts(missing)
    let left = deliveries
    for (;;) {
      const outcome = await runQuery(texts)
      size.brought(outcome.writes.length, outcome.finished)
      const before = await commits.settled()
      if (before !== 'worked') return before
      if (outcome.fault?.kind === 'crash' && !careful) return 'crashed'
      const rest = isLast ? batch : { ...batch, cursor: left.at(-1)!.cursor, bytes: 0, atEnd: false }
      const isAwaited = awaitsCommit(batch, outcome)
      commits.begin({ outcome, deliveries: left, batch: rest, stored, missing }, isAwaited)
      const stepped = isAwaited ? await commits.settled() : 'worked'
      if (stepped !== 'worked' || !outcome.more) return stepped
      // Without a Worker, slow handlers have kept this very thread busy.
      await timeSlice.end()
      left = left.slice(outcome.finished)
      ;[texts, stored] = [new Map(), new Map()]
    }
  }

  const finishBatch = (batch: Batch, stepped: Stepped): Stepped => {
    cursor = batch.cursor
    silent = 0
    return stepped === 'worked' && batch.atEnd ? 'idle' : stepped
  }

  /** Moves past a batch without deliveries. */
  const passEmpty = async ({ fault, atEnd, bytes, ...batch }: Batch): Promise<Stepped> => {
    cursor = batch.cursor
    if (fault) return commits.change({ cursor }, 'ended', plainFailure(withStackTrace(fault.message)))
    if (atEnd && !continuous) return commits.change({ cursor, progress: 100 }, 'ended', undefined, true)
    const before = commits.run()
    const unhandledBytes = before.unhandledBytes + bytes
    const isDue = isCheckpointDue({ ...before, unhandledBytes }, definition, now())
    const isNews = atEnd && before.progress !== 100
    const next = atEnd ? 'idle' : 'worked'
    if (!isDue && !isNews && ++silent < silentBatches) {
      commits.countUnhandled(unhandledBytes)
      return next
    }
    silent = 0
    return commits.change({ cursor, unhandledBytes, ...(atEnd && { progress: 100 }) }, next)
  }

  const takeBatch = async (batch: Batch): Promise<Stepped> => {
    if (batch.deliveries.length === 0) {
      const before = await commits.settled()
      return before === 'worked' ? passEmpty(batch) : before
    }
    if (!batch.atEnd && !batch.fault) batches.readOn(batch.cursor)
    if (!careful) return finishBatch(batch, await handle(batch, batch, true))
    for (const [index, delivery] of batch.deliveries.entries()) {
      const stepped = await handle(batch, { deliveries: [delivery], reads: [1] }, index === batch.deliveries.length - 1)
      if (stepped !== 'worked') return stepped
    }
    careful = false
    return finishBatch(batch, 'worked')
  }

  return {
    /** Streams whose events the projection may read; undefined where it reads those of all users. */
    streams: streamsOf(source),
    async step(): Promise<Stepped> {
      if (!commits.run().marked && query.definition.checkpointMark) return commits.change({ cursor }, 'worked')
      return takeBatch(await batches.take(cursor))
    },
    /** Resolves when nothing is under way any more. */
    async close(): Promise<void> {
      try {
        await commits.idle()
      } finally {
        query.close()
      }
    },
  }
}
