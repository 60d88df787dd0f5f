// Opens queries in Workers of their own, watches over their calls, and shares a limited number of Workers among many queries.

import type { PackedEvents } from './columns.ts'
import type { SharedEngine } from './engine.ts'
import { crash, interruption } from './faults.ts'
import { definitionTimeout } from './limits.ts'
import type { MortalQuery } from './packed-query.ts'
import { unpacked } from './packed-query.ts'
import type { OpenQuery, QueryFault, QueryOptions, Sources } from './query.ts'
import { openRevivable } from './revivable-query.ts'
import { createSeats } from './seats.ts'
import { createSpareThread } from './spare-thread.ts'
import type { ThreadOutcome, WorkerThread } from './worker-thread.ts'
import { startThread, workerUnavailable } from './worker-thread.ts'

export interface InWorkerOptions {
  /** Makes a Worker that runs `worker.ts`; replaced where the script has another address. */
  readonly spawn?: () => Worker
  /** How many Workers may live at once; where more queries are open, those that were idle longest give theirs up. Default: 16. */
  readonly mostWorkers?: number
  /**
   * Milliseconds on top of what guest code may take by the rules: collecting garbage, a busy machine. Only what no interrupt reaches
   * waits for it. Default: 10,000.
   */
  readonly grace?: number
  /** Whether a Worker more than there are queries may live for a while, so that the next query need not wait for one. Default: true. */
  readonly keepsSpare?: boolean
}

/** Milliseconds for starting an engine, and for the definition phase, whose own limit is 500. */
const openDeadline = 30_000

const spawnWorker = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'rillbox query' })

/**
 * Makes an `OpenQuery` that gives every query a Worker, so that no guest code can block the page. One that gave its Worker up gets
 * another with its next call. It then has the states of its partitions, but its globals are those of a fresh start, as after a
 * restart of the server: the cap is visible to queries that keep something in globals.
 */
export function createOpenInWorker({
  spawn = spawnWorker,
  mostWorkers = 16,
  grace = 10_000,
  keepsSpare = true,
}: InWorkerOptions = {}): OpenQuery {
  const seats = createSeats(mostWorkers)
  const spare = createSpareThread(() => startPrepared(spawn), seats)
  const openOne: OpenQuery = (source, options) => {
    const seat = seats.reserve()
    const open = async (): Promise<MortalQuery | QueryFault> => {
      const starting = keepsSpare ? spare.take() : startPrepared(spawn)
      seat.take()
      const touch = (): void => {
        seat.touch()
        if (keepsSpare) spare.used()
      }
      const leave = (): void => {
        seat.leave()
        spare.closed()
      }
      try {
        const query = await openIn(await starting, source, options, { touch, leave, grace })
        if ('kind' in query) leave()
        return query
      } catch (error) {
        leave()
        throw error
      }
    }
    return openRevivable(
      open,
      (hold) => seat.use(hold),
      () => seat.rest(),
    )
  }
  return Object.assign(openOne, {
    prepare() {
      if (keepsSpare && !shared) spare.expected()
    },
  })
}

/** What the first Worker made: the others start without compiling, and run at the speed that the code has reached. */
let shared: Promise<SharedEngine | undefined> | undefined

async function startPrepared(spawn: () => Worker): Promise<WorkerThread> {
  const engine = shared && (await shared)
  const thread = startThread(spawn)
  const preparing = thread.call({ kind: 'prepare', engine }, openDeadline)
  // Others wait for what the first one makes: all at once they would need longer.
  if (!engine) {
    shared = preparing.then(
      (outcome) => (outcome.kind === 'done' ? outcome.value.engine : undefined),
      () => undefined,
    )
  }
  const prepared = await preparing
  if (prepared.kind === 'done') return thread
  throw workerUnavailable(prepared.kind === 'dead' ? prepared.reason : 'It takes too long to start.')
}

/** The platform's own Workers. */
export const openInWorker: OpenQuery = createOpenInWorker()

interface Surroundings {
  /** The Worker is used. */
  readonly touch: () => void
  /** The Worker is gone. */
  readonly leave: () => void
  readonly grace: number
}

async function openIn(
  thread: WorkerThread,
  source: string,
  options: QueryOptions,
  { touch, leave, grace }: Surroundings,
): Promise<MortalQuery | QueryFault> {
  const limit = options.executionTimeout
  const opened = await thread.call({ kind: 'open', source, options }, openDeadline)
  touch()
  if (opened.kind === 'dead') throw workerUnavailable(opened.reason)
  if (opened.kind === 'overdue') return interruption('definition', opened.after, definitionTimeout)
  if ('fault' in opened.value) {
    thread.terminate()
    return opened.value.fault
  }
  const { sources, needs } = opened.value
  const missingIn = sources.byCustomPartitions ? undefined : askedPartitions(sources)
  /** Batches that go with the next run: where only the events say what is missing, a message of their own would only cost time. */
  let loads: PackedEvents[] = []
  const query = unpacked({
    sources,
    needs,
    load: async (events) => {
      touch()
      if (missingIn) {
        loads.push(events)
        return { missing: missingIn(events.partitions) }
      }
      const outcome = await thread.call({ kind: 'load', events }, limit + grace)
      return outcome.kind === 'done' ? outcome.value : { missing: [], crash: deathOf(outcome, 'load', limit) }
    },
    run: async (texts, limits) => {
      touch()
      const call = { kind: 'run', loads, texts, limits } as const
      loads = []
      const outcome = await thread.call(call, limits.milliseconds + limit + grace)
      return outcome.kind === 'done' ? outcome.value : { fault: deathOf(outcome, 'run', limit), handlerTime: 0 }
    },
    close() {
      thread.terminate()
      leave()
    },
  })
  return { ...query, isAside: true }
}

/** The sandbox's own rule, for queries whose partitions the reader finds: each is asked for once, the root where its state counts. */
function askedPartitions(sources: Sources): (partitions: readonly string[]) => string[] {
  const asked = new Set<string>()
  const root = !sources.byStreams || sources.options.biState ? [''] : []
  return (partitions) =>
    [...root, ...partitions].filter((name) => {
      if (asked.has(name)) return false
      asked.add(name)
      return true
    })
}

/** Which event it was is found out by whoever runs them again. */
function deathOf(outcome: Exclude<ThreadOutcome<'load' | 'run'>, { kind: 'done' }>, what: 'load' | 'run', limit: number): QueryFault {
  return outcome.kind === 'overdue' ? interruption(what, outcome.after, limit) : crash(outcome.reason)
}
