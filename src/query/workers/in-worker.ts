// Opens queries in Workers of their own, and shares a limited number of Workers among many queries.

import type { RealTime } from '../../base/real-time.ts'
import { realTime } from '../../base/real-time.ts'
import type { SharedEngine } from '../sandbox/engine.ts'
import type { MortalQuery } from '../sandbox/packed-query.ts'
import type { OpenQuery, QueryFault } from '../query.ts'
import { openRevivable } from '../sandbox/restartable-query.ts'
import { createSeats } from './worker-seats.ts'
import { createSpareThreads } from './spare-workers.ts'
import { openDeadline, openWorkerQuery } from './worker-query.ts'
import type { QueryWorker, WorkerThread } from './worker-thread.ts'
import { startFailed, startThread } from './worker-thread.ts'

export { startFailure } from './worker-thread.ts'

export interface InWorkerOptions {
  /** Makes a Worker that takes the messages of the protocol: a browser's, or a thread of Node. */
  readonly spawn: () => QueryWorker
  /** How many Workers may live at once; where more queries are open, those that were idle longest give theirs up. Default: 16. */
  readonly mostWorkers?: number
  /**
   * Milliseconds that a Worker may be silent on top of the time limit for guest code: collecting garbage, a busy machine. Only what no
   * interrupt reaches waits for it, once and then half of it again for the event that is to blame. Default: 400.
   */
  readonly grace?: number
  /** Whether Workers may live for a while without a query, so that the next ones need not wait for them. Default: true. */
  readonly keepsSpare?: boolean
  /** What watches over Workers. Default: the platform's timers as they are when this module is loaded. */
  readonly time?: RealTime
}

/**
 * Makes an `OpenQuery` that gives every query a Worker, so that no guest code can block the page. One that gave its Worker up gets
 * another with its next call. It then has the states of its partitions, but its globals are those of a fresh start, as after a
 * restart of the server: the cap is visible to queries that keep something in globals.
 */
export function createOpenInWorker({
  spawn,
  mostWorkers = 16,
  grace = 400,
  keepsSpare = true,
  time = realTime,
}: InWorkerOptions): OpenQuery {
  const seats = createSeats(mostWorkers)
  const start = () => startPrepared(spawn, time)
  const spare = createSpareThreads(start, seats, time)
  const openOne: OpenQuery = (source, options) => {
    const seat = seats.reserve()
    const open = async (): Promise<MortalQuery | QueryFault> => {
      const starting = keepsSpare ? spare.take() : start()
      seat.take()
      const touch = (): void => {
        seat.touch()
        if (keepsSpare) spare.used()
      }
      let thread: WorkerThread | undefined
      const leave = (): void => {
        seat.leave()
        if (thread && keepsSpare) spare.closed(thread)
        else thread?.terminate()
      }
      try {
        thread = await starting
        const query = await openWorkerQuery(thread, source, options, { touch, leave, grace })
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

async function startPrepared(spawn: () => QueryWorker, time: RealTime): Promise<WorkerThread> {
  const engine = shared && (await shared)
  const thread = startThread(spawn, time)
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
  throw startFailed(prepared.kind === 'dead' ? prepared.reason : 'It takes too long to start.')
}
