// One runner's hold on a run: the opened query, the reader, what is remembered, and the next step.

import type { BatchOutcome, PartitionTexts, Query, Sources, StatesByPartition } from '../query/query.ts'
import type { WriteTransaction } from '../storage/storage.ts'
import { textOf } from '../streams/text.ts'
import type { Batch, Delivery } from './batch.ts'
import { createBatchSize } from './batch-size.ts'
import { convertTag } from './checkpoint.ts'
import type { Committed, Memory, Work } from './commit.ts'
import type { Definition } from './definition.ts'
import { failIn } from './failure.ts'
import { plainFault } from './fault-reason.ts'
import { trackingStream } from './names.ts'
import { isAhead, joinOutcomes } from './outcome.ts'
import type { Output } from './outputs.ts'
import { finalOutputs } from './outputs.ts'
import type { Reader } from './reader.ts'
import { createReader } from './reader.ts'
import { emptyJournal, readAllPartitions, readPartitions } from './partition-rows.ts'
import type { Cursor, PartitionRow, ProjectionRow, Run } from './row.ts'
import { projectionRows, runRows } from './row.ts'
import { stampOf } from './run.ts'
import type { Services } from './services.ts'
import type { Slice, SliceContext } from './slice.ts'
import { deliveriesLeft, isCheckpointDue, sliceOf } from './slice.ts'
import { isPartitioned, sourceOf } from './source.ts'
import { storedTextsIn, withStackTrace } from './start-run.ts'

/** What one step has come to. */
export type Stepped = 'worked' | /** The source has ended for now. */ 'idle' | 'ended' | 'fenced' | /** The engine died. */ 'crashed'

export interface Session {
  step(): Promise<Stepped>
  close(): void
  /** Streams whose events it may want; undefined where it wants those of all users. */
  readonly streams: readonly string[] | undefined
}

/** Milliseconds of handlers after which a batch is committed at the latest. */
const longestSlice = 50

/** Batches without a delivery after which the cursor is stored all the same, so that a hand-over need not read them again. */
const silentBatches = 64

interface Opened {
  readonly row: ProjectionRow
  readonly run: Run
  readonly definition: Definition & { readonly sources: Sources }
  readonly query: Query
}

/**
 * Takes a run up where its row stands.
 *
 * @param careful the engine died over these events: they are handed over one by one, to find the one that kills it.
 * @returns undefined where there is nothing to run.
 */
export async function openSession(services: Services, name: string, careful: boolean): Promise<Session | undefined> {
  const { storage, prepared } = services
  const [row, run] = await storage.read((tx) => Promise.all([tx.row(projectionRows, name), tx.row(runRows, name)]))
  if (!row?.definition?.sources || !run || row.state !== 'Running' || run.core !== 'Running') return undefined
  const definition = { ...row.definition, sources: row.definition.sources }
  const offered = prepared.take(run.id)
  const opened = offered ? ({ kind: 'usable', query: offered } as const) : await prepared.open(definition)
  if (opened.kind === 'usable') return createSession(services, { row, run, definition, query: opened.query }, careful)
  // The text could be prepared before and cannot be now: the run ends like any other that faults.
  await storage.write((tx) => failIn(tx, name, opened.fault.reason, run))
  return undefined
}

async function createSession(services: Services, opened: Opened, careful: boolean): Promise<Session> {
  const { storage, streams, environment, tail, committer } = services
  const { row, definition, query } = opened
  const { name } = row
  const source = sourceOf(definition.sources)
  const continuous = definition.mode === 'Continuous'
  const stamp = stampOf(row, opened.run)
  const context: SliceContext = { name, definition, source, stamp, handlerName: query.handlerName, ranks: new Map() }
  const reader: Reader = createReader({
    storage,
    environment,
    tail,
    source,
    sources: definition.sources,
    continuous,
    start: opened.run.start,
  })
  const size = createBatchSize()
  /** Whether every partition that the run has met was met here. */
  const isFirst = opened.run.fence === 0
  /** … and there is nothing else to find of any. */
  const knowsAll = isFirst && !opened.run.hasCheckpoints
  let run = opened.run
  let cursor: Cursor = run.cursor
  let memory: Memory = {
    targets: new Map(),
    changed: isFirst ? new Map() : undefined,
    journal: isFirst ? emptyJournal : undefined,
    tracked: definition.emitEnabled && definition.trackEmittedStreams ? await trackedNames() : undefined,
  }
  let ahead: Promise<Batch> | undefined
  let silent = 0

  async function trackedNames(): Promise<ReadonlySet<string>> {
    const from = { from: 0, direction: 'forward', limit: Number.MAX_SAFE_INTEGER } as const
    const events = await storage.read((tx) => streams.readIn(tx, trackingStream(name), from))
    return new Set(events.map(({ data }) => textOf(data)))
  }

  // ---- committing

  async function commit(slice: Slice, ends: boolean): Promise<Committed> {
    const work: Work = {
      name,
      definition,
      writer: { stamp, source },
      mark: query.checkpointMark,
      ...slice,
      ...(ends && { finalOutputs: (tx) => resultsIn(tx, slice) }),
    }
    const started = performance.now()
    const committed = await storage.write((tx) => committer.commitIn(tx, work, memory))
    size.committed(performance.now() - started, slice.run.delivered - run.delivered)
    if (committed.kind === 'committed') {
      run = committed.run
      memory = committed.memory
    }
    return committed
  }

  const commitRun = (change: Partial<Run>, fault?: Slice['fault'], ends = false): Promise<Committed> =>
    commit({ run: { ...run, cursor, ...change }, outputs: [], partitions: new Map(), fault }, ends)

  const after = (committed: Committed, otherwise: Stepped): Stepped =>
    committed.kind === 'fenced' ? 'fenced' : committed.ended ? 'ended' : otherwise

  /** What a query that has ended writes; its partitions are in their rows by now. */
  async function resultsIn(tx: WriteTransaction, { run: last }: Slice): Promise<readonly Output[]> {
    const outputContext = { name, mode: definition.mode, stamp, sources: definition.sources }
    if (!isPartitioned(definition.sources)) return finalOutputs([last.result], outputContext)
    const rows = [...(await readAllPartitions(tx, last)).values()]
    const results = rows.sort((a, b) => a.rank - b.rank).map(({ result }) => result)
    return finalOutputs(definition.sources.options.biState ? [undefined, ...results] : results, outputContext)
  }

  // ---- texts of partitions

  async function loadTexts(missing: readonly string[]): Promise<{ texts: StatesByPartition; found: Map<string, PartitionRow> }> {
    const texts = new Map<string, PartitionTexts>()
    const found = new Map<string, PartitionRow>()
    const partitions = missing.filter((partition) => partition !== '')
    if (missing.length > partitions.length && (run.state !== '' || run.result !== undefined)) texts.set('', run)
    if (partitions.length === 0 || knowsAll) return { texts, found }
    await storage.read(async (tx) => {
      const met = await readPartitions(tx, run, partitions)
      await Promise.all(
        partitions.map(async (partition) => {
          const kept = met.get(partition)
          if (kept) context.ranks.set(partition, kept.rank)
          const stored = kept ?? (run.hasCheckpoints ? await storedTextsIn(tx, streams, name, partition, stamp) : undefined)
          if (!stored) return
          texts.set(partition, stored)
          if (!kept) found.set(partition, { state: stored.state, result: stored.result, rank: 0, tag: fitting(stored.tag) })
        }),
      )
    })
    return { texts, found }
  }

  const fitting = (tag: PartitionRow['tag'] | undefined): PartitionRow['tag'] => {
    const conversion = tag && convertTag(tag, source)
    return conversion?.kind === 'converted' ? conversion.tag : run.start
  }

  // ---- steps

  async function runQuery(texts: StatesByPartition): Promise<BatchOutcome> {
    const events = careful ? 1 : Math.min(size.current(), deliveriesLeft(run, definition))
    const limits = { events, milliseconds: longestSlice }
    let outcome = await query.run(texts, limits)
    while (outcome.more && !outcome.fault && isAhead(outcome)) outcome = joinOutcomes(outcome, await query.run(new Map(), limits))
    for (const line of outcome.logs) environment.log(line)
    return outcome
  }

  async function handle(batch: Batch, deliveries: readonly Delivery[], reads: readonly number[], isLast: boolean): Promise<Stepped> {
    const { missing } = await query.load(
      deliveries.map(({ event }) => event),
      reads,
    )
    let { texts, found } = await loadTexts(missing)
    let left = deliveries
    for (;;) {
      const outcome = await runQuery(texts)
      if (outcome.fault?.kind === 'crash' && !careful) return 'crashed'
      const rest = isLast ? batch : { ...batch, cursor: left.at(-1)!.cursor, bytes: 0, atEnd: false }
      const slice = withFailed(withFound(sliceOf(run, outcome, left, rest, context), found), outcome, missing)
      const ends = !continuous && rest.atEnd && !outcome.more && !slice.fault
      const stepped = after(await commit(slice, ends), 'worked')
      if (stepped !== 'worked' || !outcome.more) return stepped
      left = left.slice(outcome.finished)
      ;[texts, found] = [new Map(), new Map()]
    }
  }

  /** Partitions that were read from their checkpoints get their rows, changed or not. */
  function withFound(slice: Slice, found: ReadonlyMap<string, PartitionRow>): Slice {
    if (found.size === 0) return slice
    const partitions = new Map(slice.partitions)
    let added = 0
    for (const [partition, texts] of found) {
      if (partitions.has(partition)) continue
      const rank = slice.run.partitions + added++
      context.ranks.set(partition, rank)
      partitions.set(partition, { ...texts, rank })
    }
    return { ...slice, partitions, run: { ...slice.run, partitions: slice.run.partitions + added } }
  }

  /** The partition of the event that failed is in memory by then, and counts. */
  function withFailed(slice: Slice, { fault }: BatchOutcome, missing: readonly string[]): Slice {
    const isLoaded = fault?.event !== undefined && missing.some((partition) => partition !== '' && !context.ranks.has(partition))
    return isLoaded ? { ...slice, run: { ...slice.run, partitions: slice.run.partitions + 1 } } : slice
  }

  /** A batch that brought nothing for the query. */
  async function pass(batch: Batch): Promise<Stepped> {
    cursor = batch.cursor
    if (batch.fault) return after(await commitRun({}, plainFault(withStackTrace(batch.fault.message))), 'ended')
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

  async function take(batch: Batch): Promise<Stepped> {
    if (batch.deliveries.length === 0) return pass(batch)
    if (!batch.atEnd && !batch.fault) ahead = reader.next(batch.cursor)
    // Nobody may be awaiting it when a step ends otherwise.
    ahead?.catch(() => undefined)
    if (!careful) return settle(batch, await handle(batch, batch.deliveries, batch.reads, true))
    for (const [index, delivery] of batch.deliveries.entries()) {
      const stepped = await handle(batch, [delivery], [1], index === batch.deliveries.length - 1)
      if (stepped !== 'worked') return stepped
    }
    careful = false
    return settle(batch, 'worked')
  }

  function settle(batch: Batch, stepped: Stepped): Stepped {
    cursor = run.cursor
    silent = 0
    return stepped === 'worked' && batch.atEnd ? 'idle' : stepped
  }

  return {
    streams: source.kind === 'stream' ? [source.stream] : source.kind === 'streams' ? source.streams : undefined,
    async step() {
      if (!run.marked && query.checkpointMark) return after(await commitRun({}), 'worked')
      const next = ahead ?? reader.next(cursor)
      ahead = undefined
      return take(await next)
    },
    close: () => query.close(),
  }
}
