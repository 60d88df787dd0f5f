// Opens queries in Workers of their own, and shares a limited number of Workers among many queries.

import type { SharedEngine } from './engine.ts'
import type { MortalQuery } from './packed-query.ts'
import type { OpenQuery, QueryFault } from './query.ts'
import { openRevivable } from './revivable-query.ts'
import { createSeats } from './seats.ts'
import { createSpareThread } from './spare-thread.ts'
import { openDeadline, openWorkerQuery } from './worker-query.ts'
import type { WorkerThread } from './worker-thread.ts'
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
        const query = await openWorkerQuery(await starting, source, options, { touch, leave, grace })
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
