// Takes the steps of one run in Engine V2: reads records, hands events to the query, and commits the outcomes.

import type { BatchOutcome, PartitionTexts, Query, QueryEvent, StatesByPartition } from '../../query/query.ts'
import { sharedPartition } from '../../query/query.ts'
import type { AppendServices } from '../model/append.ts'
import type { Definition } from '../model/definition/definition.ts'
import type { EngineV2Run, Stepped } from '../model/run.ts'
import type { FaultReason } from '../model/tables.ts'
import { hasReachedEnd } from '../model/run.ts'
import { emptyJournal, readPartitions } from '../partitions/rows.ts'
import type { ReaderOptions } from '../source/reader.ts'
import { storedStateIn } from './checkpoint.ts'
import type { DoneRecords, EngineV2Memory } from './commit.ts'
import { commitEngineV2In, isCheckpointDue } from './commit.ts'
import type { EngineLogRead } from './read-log.ts'
import type { PassedRecord } from './passed-records.ts'
import { LogReader } from './read-log.ts'

/** Milliseconds of handlers after which a commit is due. */
const longestHandling = 50

/** After this many reads without an event the position is stored anyway, so that a hand-over need not read them again. */
const silentReads = 64

/** The query of the run, opened when it is needed first. */
interface LateQuery {
  readonly opened: Query | undefined
  open(): Promise<FaultReason | undefined>
  close(): void
}

type EngineV2Services = AppendServices & Pick<ReaderOptions, 'storage' | 'environment' | 'tail'>

interface EngineV2SessionOptions {
  readonly services: EngineV2Services
  readonly name: string
  readonly run: EngineV2Run
  readonly definition: Definition & { readonly sources: NonNullable<Definition['sources']> }
  readonly query: LateQuery
  readonly onRead: () => void
}

export class EngineV2Session {
  /** Streams whose events the projection may read; undefined where it reads the log. */
  readonly streams: readonly string[] | undefined
  /** Of the log also system streams: links in them may be events, and metadata of streams deletions. */
  readonly readsSystemStreams: boolean
  readonly #options: EngineV2SessionOptions
  readonly #reader: LogReader
  readonly #memory: EngineV2Memory
  #run: EngineV2Run
  #next: number
  #silent = 0
  #isStopped = false

  constructor(options: EngineV2SessionOptions) {
    const { run, services, definition, onRead } = options
    const { streams, readsSystemStreams } = engineV2Streams(definition.sources)
    this.streams = streams
    this.readsSystemStreams = readsSystemStreams
    this.#options = options
    this.#run = run
    this.#next = run.engineV2.next
    this.#reader = new LogReader({ ...services, sources: definition.sources, onRead })
    this.#memory = { known: new Map(), dirty: run.fence === 0 ? new Map() : undefined, journal: run.fence === 0 ? emptyJournal : undefined }
  }

  async step(): Promise<Stepped> {
    const read = this.#untilCheckpoint(await this.#reader.read(this.#next))
    this.#next = read.next
    if (read.passed.length === 0) return await this.#passEmpty(read)
    this.#silent = 0
    const stepped = await this.#handle(read)
    return stepped === 'worked' && read.atEnd ? 'resting' : stepped
  }

  /** Has the present step end, whatever the query is doing. */
  stop(): void {
    this.#isStopped = true
    this.#options.query.close()
  }

  close(): Promise<void> {
    this.stop()
    return Promise.resolve()
  }

  /** Cuts a read behind the record that asks for a checkpoint: that holds nothing of the records behind it. */
  #untilCheckpoint(read: EngineLogRead): EngineLogRead {
    const { definition, services } = this.#options
    const now = services.environment.now()
    let { events, bytes } = this.#run.engineV2
    for (const [index, record] of read.passed.entries()) {
      if (record.delivered) events++
      if (record.counts) bytes += record.bytes
      const run = { ...this.#run, engineV2: { ...this.#run.engineV2, events, bytes } }
      if (!record.counts || !isCheckpointDue(run, definition, now)) continue
      const isLast = index === read.passed.length - 1
      return isLast ? read : { passed: read.passed.slice(0, index + 1), next: record.record.position + 1, atEnd: false }
    }
    return read
  }

  async #passEmpty({ next, atEnd }: EngineLogRead): Promise<Stepped> {
    const isNews = atEnd && !hasReachedEnd(this.#run)
    const stepped = atEnd ? 'resting' : 'worked'
    if (!isNews && ++this.#silent < silentReads) return stepped
    this.#silent = 0
    return await this.#commit({ records: [], next, atEnd, positions: [] }, stepped)
  }

  async #handle({ passed, next, atEnd }: EngineLogRead): Promise<Stepped> {
    const events = passed.flatMap(({ delivered }) => (delivered ? [delivered] : []))
    if (events.length === 0 || this.#run.engineV2.hidden) {
      return await this.#commit({ records: passed, next, atEnd, positions: [] }, 'worked')
    }
    const refused = await this.#options.query.open()
    if (this.#isStopped) return 'ended'
    if (refused) return await this.#commit({ records: [], next: this.#run.engineV2.next, atEnd: false, positions: [], refused }, 'worked')
    return await this.#handleWith(this.#options.query.opened!, events, { passed, next, atEnd })
  }

  async #handleWith(query: Query, events: readonly QueryEvent[], { passed, next, atEnd }: EngineLogRead): Promise<Stepped> {
    const { missing } = await query.load(events, [events.length])
    let texts = await this.#loadTexts(missing)
    let left = passed
    for (;;) {
      const outcome = await this.#runQuery(query, texts)
      // It may be that of a query that was closed, which looks like an exception.
      if (this.#isStopped) return 'ended'
      const positions = left.flatMap(({ delivered, record }) => (delivered ? [record.position] : []))
      // The exception hides, and the events behind it are counted.
      const isWhole = !outcome.more || outcome.fault !== undefined
      const [records, others] = isWhole ? [left, []] : splitBehind(left, outcome.finished)
      const done = { records, next: isWhole ? next : others[0]!.record.position, atEnd: isWhole && atEnd, outcome, positions }
      const stepped = await this.#commit(done, 'worked')
      if (stepped !== 'worked' || isWhole) return stepped
      left = others
      texts = await this.#loadTexts(outcome.missing ?? [])
    }
  }

  async #runQuery(query: Query, texts: StatesByPartition): Promise<BatchOutcome> {
    const { services } = this.#options
    const { isRepeatable, log } = services.environment
    const milliseconds = isRepeatable ? 10_000 : longestHandling
    const outcome = await query.run(texts, { events: Number.POSITIVE_INFINITY, milliseconds, now: services.environment.now() })
    for (const line of outcome.logs) log(line)
    return isRepeatable ? { ...outcome, handlerTime: 0 } : outcome
  }

  /** From the rows of the run, or else from the streams of states: those outlive runs and projections. */
  #loadTexts(missing: readonly string[]): Promise<StatesByPartition> {
    const { services, name } = this.#options
    return services.storage.read(async (tx) => {
      const texts = new Map<string, PartitionTexts>()
      const met = await readPartitions(tx, this.#run, missing)
      for (const partition of missing) {
        const row = met.get(partition)
        if (row) this.#memory.known.set(partition, row)
        // After a restart the shared state begins anew.
        const stored = row || partition === sharedPartition ? undefined : await storedStateIn(tx, services.streams, name, partition)
        if (row) texts.set(partition, row)
        else if (stored !== undefined) texts.set(partition, { state: stored, result: undefined })
      }
      return texts
    })
  }

  async #commit(done: DoneRecords, otherwise: Stepped): Promise<Stepped> {
    const { services, name, definition } = this.#options
    const request = { name, run: this.#run, definition, done }
    const run = await services.storage.write((tx) => commitEngineV2In(services, tx, request, this.#memory))
    if (!run) return 'fenced'
    this.#run = run
    return run.core === 'Running' ? otherwise : 'ended'
  }
}

/** Which commits may concern a projection. */
export const engineV2Streams = ({ allStreams, streams }: NonNullable<Definition['sources']>) => ({
  streams: allStreams || streams.length === 0 ? undefined : streams,
  readsSystemStreams: allStreams,
})

/** @param events how many events are finished. */
function splitBehind(records: readonly PassedRecord[], events: number): readonly [PassedRecord[], PassedRecord[]] {
  let seen = 0
  const end = records.findIndex(({ delivered }) => delivered !== undefined && seen++ === events)
  return end < 0 ? [[...records], []] : [records.slice(0, end), records.slice(end)]
}

/** Whether a run has nothing more to handle; the position of its first unfinished event otherwise. */
export async function nextEngineV2Event(
  services: Pick<EngineV2Services, 'storage' | 'environment' | 'tail'>,
  run: EngineV2Run,
  sources: NonNullable<Definition['sources']>,
): Promise<number | 'end'> {
  const reader = new LogReader({ ...services, sources })
  for (let from = run.engineV2.next; ;) {
    const { passed, next, atEnd } = await reader.read(from)
    const first = passed.find(({ delivered }) => delivered)
    if (first) return first.record.position
    if (atEnd) return 'end'
    from = next
  }
}
