// Decides which Workers live: those of queries, those that wait for the next query, and which ones are given up.

import type { RealTime } from '../../base/time/real-time.ts'
import type { EngineHold } from '../sandbox/restartable-query.ts'
import type { WorkerThread } from './worker-thread.ts'

export interface WorkerPoolOptions {
  /** Starts a Worker and prepares its engine. */
  readonly start: () => Promise<WorkerThread>
  /** How many Workers may live at once; the pool exceeds it only while all of them are in use. */
  readonly mostWorkers: number
  /** How many Workers may wait for a query. */
  readonly mostSpare: number
  readonly time: RealTime
}

/** A query's right to a Worker. */
export interface Seat {
  /** Asks the query to give its Worker up; undefined until the query is open. */
  hold: EngineHold | undefined
}

interface Spare extends Seat {
  readonly thread: Promise<WorkerThread | undefined>
}

/** Milliseconds without a use of any Worker before a spare one starts: that takes 100 ms of a processor from those at work. */
const pause = 200

/** Milliseconds that a spare Worker waits for a query. */
const patience = 30_000

/** The same while no query is open: pages and tests that close a store often open the next one. */
const shortPatience = 5000

/** Milliseconds for closing a query, and for preparing the engine of the next one. */
const resetDeadline = 30_000

export class WorkerPool {
  readonly #start: () => Promise<WorkerThread>
  readonly #mostWorkers: number
  readonly #mostSpare: number
  readonly #time: RealTime
  /** Seats with a Worker, spare ones included; the longest unused first. */
  readonly #taken = new Set<Seat>()
  readonly #spares: Spare[] = []
  /** Whether a query took a Worker since a spare one was last started or kept: another query may follow. */
  #mayFollow = false
  #cancelTimer = (): void => undefined

  constructor({ start, mostWorkers, mostSpare, time }: WorkerPoolOptions) {
    this.#start = start
    this.#mostWorkers = mostWorkers
    this.#mostSpare = mostSpare
    this.#time = time
  }

  /** How many Workers live. */
  get size(): number {
    return this.#taken.size
  }

  /** Starts a spare Worker at once, or lets the one that waits wait on, because a query will come soon. */
  expect(): void {
    if (this.#spares.length > 0) return this.#limitWait()
    if (this.#mostSpare > 0 && this.#hasRoomFor(1)) this.#keep(this.#start())
  }

  /** Gives the seat a spare Worker or a new one; where too many live, idle queries lose theirs. Rejects where none can start. */
  take(seat: Seat): Promise<WorkerThread> {
    this.#mayFollow = this.#mostSpare > 0
    const thread = this.#spareOrNew()
    this.#makeRoom(this.#mostWorkers - 1)
    this.#taken.add(seat)
    return thread
  }

  /** The seat's Worker is used now. After a query came, a spare one starts once no Worker has been used for a moment. */
  touch(seat: Seat): void {
    if (this.#taken.delete(seat)) this.#taken.add(seat)
    if (this.#mayFollow && this.#spares.length === 0) this.#later(pause, () => this.expect())
  }

  /** Nothing uses the Worker of some seat any more: idle queries give up the Workers beyond the limit. */
  rest(): void {
    this.#makeRoom(this.#mostWorkers)
  }

  /**
   * Frees the seat. Its Worker waits for the next query where it is healthy and idle, and there is room; otherwise it ends.
   *
   * @param thread undefined where it has not started.
   */
  leave(seat: Seat, thread: WorkerThread | undefined): void {
    this.#taken.delete(seat)
    // The last free seat stays free: this query may just have made room for another one.
    const mayWait = thread && !thread.isDead && !thread.isBusy && this.#spares.length < this.#mostSpare && this.#hasRoomFor(2)
    if (mayWait) return this.#keep(reset(thread))
    thread?.terminate()
    if (this.#spares.length > 0) this.#limitWait()
  }

  #hasRoomFor(more: number): boolean {
    return this.#taken.size + more <= this.#mostWorkers
  }

  #makeRoom(most: number): void {
    for (const { hold } of this.#taken) {
      if (this.#taken.size <= most) return
      // Releasing closes the Worker, which leaves the seat.
      hold?.release()
    }
  }

  // ---- spare Workers

  #keep(starting: Promise<WorkerThread | undefined>): void {
    // The query that takes a Worker that failed starts another one, and reports the reason.
    const spare: Spare = { hold: undefined, thread: starting.catch(() => undefined) }
    this.#mayFollow = false
    this.#taken.add(spare)
    this.#spares.push(spare)
    this.#limitWait()
  }

  async #spareOrNew(): Promise<WorkerThread> {
    for (let spare = this.#shiftSpare(); spare; spare = this.#shiftSpare()) {
      const thread = await spare.thread
      if (thread && !thread.isDead) return thread
    }
    return await this.#start()
  }

  #shiftSpare(): Spare | undefined {
    const spare = this.#spares.shift()
    if (spare) this.#taken.delete(spare)
    return spare
  }

  #limitWait(): void {
    const isQueryOpen = this.#taken.size > this.#spares.length
    this.#later(isQueryOpen ? patience : shortPatience, () => {
      for (let spare = this.#shiftSpare(); spare; spare = this.#shiftSpare()) void spare.thread.then((thread) => thread?.terminate())
    })
  }

  #later(milliseconds: number, work: () => void): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#time.after(milliseconds, work, { background: true })
  }
}

async function reset(thread: WorkerThread): Promise<WorkerThread | undefined> {
  const outcome = await thread.call({ kind: 'reset' }, resetDeadline)
  return outcome.kind === 'done' ? thread : undefined
}
