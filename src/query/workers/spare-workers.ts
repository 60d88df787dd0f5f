// Keeps Workers ready for the next queries, for as long as some are likely to come.

import type { RealTime } from '../../base/real-time.ts'
import { realTime } from '../../base/real-time.ts'
import type { Seat, Seats } from './worker-seats.ts'
import type { WorkerThread } from './worker-thread.ts'

export interface SpareThreads {
  /** Hands over a spare one, or starts one. Rejects where none can be started. */
  take(): Promise<WorkerThread>
  /** A query will come soon: a spare one is started at once. */
  expected(): void
  /** A query uses its Worker: a spare one is started when that has paused for a moment. */
  used(): void
  /** A query gave its Worker up. Where it is healthy and idle, and there is room, it waits for the next query; otherwise it ends. */
  closed(thread: WorkerThread): void
}

/** Milliseconds without a use of any Worker: starting one takes a tenth of a second of a processor from those that work. */
const pause = 200

/** Milliseconds that they wait for a query. */
const patience = 30_000

/** The same where no query is open any more: pages and tests that close a store often open the next. */
const shortPatience = 5000

/** How many wait at most: as many as a store of a test is likely to have queries. */
const mostSpare = 4

/** Milliseconds for forgetting a query, and for preparing the engine of the next one. */
const resetDeadline = 30_000

interface Spare {
  readonly seat: Seat
  readonly thread: Promise<WorkerThread | undefined>
}

/**
 * @param start starts a Worker and prepares its engine.
 * @param seats spare ones count among all, and there is none where it would take somebody's place.
 */
export function createSpareThreads(start: () => Promise<WorkerThread>, seats: Seats, time: RealTime = realTime): SpareThreads {
  const spares: Spare[] = []
  let cancel = (): void => undefined

  const later = (milliseconds: number, work: () => void): void => {
    cancel()
    cancel = time.after(milliseconds, work, { background: true })
  }

  const wait = (): void => later(seats.count() > spares.length ? patience : shortPatience, drop)

  function keep(starting: Promise<WorkerThread | undefined>): void {
    const seat = seats.reserve()
    seat.take()
    // Whoever takes it then starts another, and hears what is wrong.
    spares.push({ seat, thread: starting.catch(() => undefined) })
    wait()
  }

  function begin(): void {
    if (spares.length === 0 && seats.hasRoomFor(1)) keep(start())
  }

  function handOver(): Promise<WorkerThread | undefined> | undefined {
    const spare = spares.shift()
    spare?.seat.leave()
    return spare?.thread
  }

  function drop(): void {
    while (spares.length > 0) void handOver()?.then((thread) => thread?.terminate())
  }

  return {
    async take() {
      while (spares.length > 0) {
        const thread = await handOver()
        if (thread && !thread.isDead) return thread
      }
      return start()
    },
    expected: begin,
    used() {
      if (spares.length === 0) later(pause, begin)
    },
    closed(thread) {
      // Where it would be the last one that may live, somebody has just been asked to make room.
      if (!thread.isDead && !thread.isBusy && spares.length < mostSpare && seats.hasRoomFor(2)) return keep(reset(thread))
      thread.terminate()
      if (spares.length > 0) wait()
    },
  }
}

async function reset(thread: WorkerThread): Promise<WorkerThread | undefined> {
  const outcome = await thread.call({ kind: 'reset' }, resetDeadline)
  return outcome.kind === 'done' ? thread : undefined
}
