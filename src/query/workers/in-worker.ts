// Opens each query in a Worker of its own, from a limited pool of Workers.

import type { RealTime } from '../../base/time/real-time.ts'
import { realTime } from '../../base/time/real-time.ts'
import type { SharedEngine } from '../sandbox/engine/engine.ts'
import { greeting } from '../sandbox/protocol.ts'
import type { QueryEngine } from '../sandbox/query-engine.ts'
import type { CheckingOpenQuery, CheckQuery, OpenQuery, QueryFault } from '../query.ts'
import { openRestartable } from '../sandbox/restartable-query.ts'
import type { Seat } from './worker-pool.ts'
import { WorkerPool } from './worker-pool.ts'
import { checkInWorker, openDeadline, openWorkerQuery } from './worker-query.ts'
import type { QueryWorker, WorkerThread } from './worker-thread.ts'
import { startFailed, startThread } from './worker-thread.ts'

export { startFailure } from './worker-thread.ts'

export interface InWorkerOptions {
  /** Makes a Worker that speaks the protocol: a browser's, or a thread of Node. */
  readonly spawn: () => QueryWorker
  /** How many Workers may live at once; where more queries are open, the longest idle ones give theirs up. Default: 16. */
  readonly mostWorkers?: number
  /**
   * Milliseconds that a Worker may be silent beyond the time limit for guest code: collecting garbage, a busy machine. Only code that no
   * interrupt reaches uses it up, once and then half of it again for the event at fault. Default: 400.
   */
  readonly grace?: number
  /** How many Workers may wait for a query. Default: as many as a store of a test is likely to have. */
  readonly mostSpare?: number
  /** The timers that supervise Workers. Default: the platform's, captured when this module is loaded. */
  readonly time?: RealTime
}

/**
 * Makes an `OpenQuery` that gives every query a Worker, so that no guest code can block the page. A query that gave its Worker up gets
 * another with its next call. It keeps the states of its partitions but starts with fresh globals, as after a restart of the server:
 * queries that use globals notice the limit.
 */
export function createOpenInWorker({
  spawn,
  mostWorkers = 16,
  grace = 400,
  mostSpare = 4,
  time = realTime,
}: InWorkerOptions): CheckingOpenQuery {
  const pool = new WorkerPool({ start: () => startPrepared(spawn, time), mostWorkers, mostSpare, time })
  const openOne: OpenQuery = (source, options) => {
    const seat: Seat = { hold: undefined }
    const open = async (): Promise<QueryEngine | QueryFault> => {
      let thread: WorkerThread | undefined
      const leave = (): void => pool.leave(seat, thread)
      try {
        thread = await pool.take(seat)
        const query = await openWorkerQuery(thread, source, options, { touch: () => pool.touch(seat), leave, grace })
        if ('kind' in query) leave()
        return query
      } catch (error) {
        leave()
        throw error
      }
    }
    return openRestartable(open, { isAside: true, onOpen: (hold) => (seat.hold = hold), onRest: () => pool.rest() })
  }
  const check: CheckQuery = async (source, language) => {
    const seat: Seat = { hold: undefined }
    let thread: WorkerThread | undefined
    try {
      thread = await pool.take(seat)
      return await checkInWorker(thread, source, language)
    } finally {
      pool.leave(seat, thread)
    }
  }
  return Object.assign(openOne, {
    prepare() {
      if (!shared) pool.expect()
    },
    expect: () => pool.expect(),
    check,
  })
}

/** The engine of the first Worker: the others start without compiling, at the speed that its code has reached. */
let shared: Promise<SharedEngine | undefined> | undefined

async function startPrepared(spawn: () => QueryWorker, time: RealTime): Promise<WorkerThread> {
  const engine = shared && (await shared)
  const thread = startThread(spawn, time)
  const preparing = thread.call({ kind: 'prepare', greeting, engine }, openDeadline)
  // The others wait for the first Worker's engine: starting all at once would take longer.
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
