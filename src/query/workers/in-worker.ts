// Opens queries in Workers that they share.

import { coreCount } from '../../base/platform/environment.ts'
import type { RealTime } from '../../base/time/real-time.ts'
import { realTime } from '../../base/time/real-time.ts'
import type { SharedEngine } from '../sandbox/engine/engine.ts'
import { mostInstances } from '../sandbox/engine/most-instances.ts'
import { greeting } from '../sandbox/protocol.ts'
import type { CheckingOpenQuery, CheckQuery, OpenQuery } from '../query.ts'
import { openRestartable } from '../sandbox/restartable-query.ts'
import type { Seat } from './worker-pool.ts'
import { WorkerPool } from './worker-pool.ts'
import { checkInWorker, lost, openDeadline, openWorkerQuery } from './worker-query.ts'
import type { QueryWorker, WorkerThread } from './worker-thread.ts'
import { startFailed, startThread } from './worker-thread.ts'

export { startFailure } from './worker-thread.ts'

export interface InWorkerOptions {
  /** Makes a Worker that speaks the protocol: a browser's, or a thread of Node. */
  readonly spawn: () => QueryWorker
  /** How many Workers queries may share; offenders have as many more. Default: one for each core of the machine, 8 at most. */
  readonly mostWorkers?: number | undefined
  /** How many instances of the engine may live in all Workers together; queries beyond that take turns in them. Default: that of the platform. */
  readonly mostInstances?: number | undefined
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

const cores = coreCount()

/** In each Worker, also where there are many of them. */
const fewInstances = 4

/**
 * Makes an `OpenQuery` that runs queries in Workers, so that no guest code can block the page. Many queries share a Worker, each with an
 * engine of its own. A query that hangs where no interrupt reaches it takes the Worker with it: the others go on in another one, where they
 * start with fresh globals, as after a restart of the server, and the one that hung lives alone from then on.
 */
export function createOpenInWorker({
  spawn,
  mostWorkers = Math.min(cores, 8),
  mostInstances: most = mostInstances,
  grace = 400,
  mostSpare = 2,
  time = realTime,
}: InWorkerOptions): CheckingOpenQuery {
  const instancesOfEach = Math.max(fewInstances, Math.floor(most / mostWorkers))
  const pool = new WorkerPool({ start: () => startPrepared(spawn, instancesOfEach, time), mostWorkers, mostSpare, time })
  let query = 0

  /** Does work in a Worker; where another query ends that first, does it in another one. @param work is to leave the seat, unless it fails. */
  const seated = async <Value>(source: string, work: (seat: Seat) => Promise<Value | typeof lost>): Promise<Value> => {
    for (;;) {
      const seat = await pool.take(source)
      try {
        const value = await work(seat)
        if (value !== lost) return value
      } catch (error) {
        pool.leave(seat)
        throw error
      }
      pool.leave(seat)
    }
  }

  const openOne: OpenQuery = (source, options) => {
    const open = () =>
      seated(source, async (seat) => {
        query += 1
        const leave = (): void => pool.leave(seat)
        const opened = await openWorkerQuery(seat.thread, source, options, { query, leave, offend: () => pool.offend(source), grace })
        if (opened !== lost && 'kind' in opened) leave()
        return opened
      })
    return openRestartable(open, { isAside: true })
  }
  const check: CheckQuery = (source, language) =>
    seated(source, async (seat) => {
      const fault = await checkInWorker(seat.thread, source, language)
      if (fault !== lost) pool.leave(seat)
      return fault
    })
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

async function startPrepared(spawn: () => QueryWorker, mostInstances: number, time: RealTime): Promise<WorkerThread> {
  const engine = shared && (await shared)
  const thread = startThread(spawn, time)
  const preparing = thread.call({ kind: 'prepare', greeting, engine, mostInstances }, openDeadline)
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
