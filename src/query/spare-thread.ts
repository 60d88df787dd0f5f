// Keeps one Worker ready for the next query, for as long as one is likely to come.

import type { Seats } from './seats.ts'
import type { WorkerThread } from './worker-thread.ts'

export interface SpareThread {
  /** Hands over the spare one, or starts one. Rejects where none can be started. */
  take(): Promise<WorkerThread>
  /** A query will come soon: a spare one is started at once. */
  expected(): void
  /** A query uses its Worker: a spare one is started when that has paused for a moment. */
  used(): void
  /** A query gave its Worker up. */
  closed(): void
}

/** Milliseconds without a use of any Worker: starting one takes a tenth of a second of a processor from those that work. */
const pause = 200

/** Milliseconds that it waits for a query. */
const patience = 30_000

/** The same where no query is open any more: pages and tests that close a store often open the next. */
const shortPatience = 5000

/**
 * @param start starts a Worker and prepares its engine.
 * @param seats the spare one counts among all, and there is none where it would take somebody's place.
 */
export function createSpareThread(start: () => Promise<WorkerThread>, seats: Seats): SpareThread {
  const seat = seats.reserve()
  let spare: Promise<WorkerThread | undefined> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const later = (milliseconds: number, work: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(work, milliseconds)
  }

  function begin(): void {
    if (spare || seats.isFull()) return
    seat.take()
    // Whoever takes it then starts another, and hears what is wrong.
    spare = start().catch(() => undefined)
    wait()
  }

  const wait = (): void => later(seats.count() > 1 ? patience : shortPatience, drop)

  function handOver(): Promise<WorkerThread | undefined> | undefined {
    const taken = spare
    if (spare) seat.leave()
    spare = undefined
    return taken
  }

  function drop(): void {
    void handOver()?.then((thread) => thread?.terminate())
  }

  return {
    async take() {
      const thread = await handOver()
      return thread && !thread.isDead ? thread : start()
    },
    expected: begin,
    used() {
      if (!spare) later(pause, begin)
    },
    closed() {
      if (spare) wait()
    },
  }
}
