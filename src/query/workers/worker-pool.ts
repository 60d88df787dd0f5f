// Decides in which Worker a query runs, which Workers live, and which queries live alone.

import type { RealTime } from '../../base/time/real-time.ts'
import type { WorkerThread } from './worker-thread.ts'

export interface WorkerPoolOptions {
  /** Starts a Worker and prepares its engine. */
  readonly start: () => Promise<WorkerThread>
  /** How many Workers queries may share; as many more may be those of offenders. */
  readonly mostWorkers: number
  /** How many Workers may wait for a query. */
  readonly mostSpare: number
  readonly time: RealTime
}

/** A query's place in a Worker. */
export interface Seat {
  readonly worker: PooledWorker
  readonly thread: WorkerThread
}

interface PooledWorker {
  /** Undefined until it has started. */
  thread: WorkerThread | undefined
  /** Rejects where it did not start. */
  readonly started: Promise<WorkerThread>
  /** How many queries have a place in it. */
  seats: number
  /** Whether its queries have ended a Worker before. */
  isOfOffenders: boolean
}

/**
 * So many queries share a Worker before another one starts, which takes 100 ms of a processor: most queries wait for events most of the
 * time.
 */
const fewQueries = 4

/** Milliseconds that a spare Worker waits for a query. */
const patience = 30_000

/** The same while no query is open: pages and tests that close a store often open the next one. */
const shortPatience = 5000

/** The most sources of offenders to remember. */
const mostOffenders = 100

export class WorkerPool {
  readonly #options: WorkerPoolOptions
  readonly #workers = new Set<PooledWorker>()
  /** Sources of queries that have ended a Worker; the longest known first. */
  readonly #offenders = new Set<string>()
  #cancelTimer = (): void => undefined

  constructor(options: WorkerPoolOptions) {
    this.#options = options
  }

  /** How many Workers live. */
  get size(): number {
    return this.#workers.size
  }

  /** Starts a spare Worker at once, or lets the one that waits wait on, because a query will come soon. */
  expect(): void {
    const { mostSpare, mostWorkers } = this.#options
    const spares = this.#spares()
    if (spares.length === 0 && (mostSpare === 0 || this.#workers.size >= mostWorkers)) return
    if (spares.length === 0) this.#startOne()
    this.#limitWait()
  }

  /**
   * Gives a query a place in a Worker. An offender shares none, as long as there are not too many of them. Rejects where none can start.
   *
   * @param source of the query.
   */
  async take(source: string): Promise<Seat> {
    const isOffender = this.#offenders.has(source)
    const { worker, isNew } = this.#choose(isOffender)
    worker.seats += 1
    worker.isOfOffenders = isOffender
    try {
      return { worker, thread: await worker.started }
    } catch (error) {
      // One that was started for others may have failed for reasons that are over.
      if (!isNew) return await this.take(source)
      throw error
    }
  }

  /** Frees the seat. A Worker without queries waits for the next one where it is healthy and idle; otherwise it ends. */
  leave({ worker, thread }: Seat): void {
    worker.seats -= 1
    if (worker.seats > 0) return
    worker.isOfOffenders = false
    if (thread.isBusy || this.#spares().length > this.#options.mostSpare) this.#end(worker)
    this.#limitWait()
  }

  /** A query has ended its Worker: from now on it lives alone. */
  offend(source: string): void {
    this.#offenders.delete(source)
    this.#offenders.add(source)
    for (const oldest of this.#offenders) {
      if (this.#offenders.size <= mostOffenders) break
      this.#offenders.delete(oldest)
    }
  }

  #choose(isOffender: boolean): { readonly worker: PooledWorker; readonly isNew: boolean } {
    const spare = this.#spares()[0]
    if (spare) return { worker: spare, isNew: false }
    const alike = this.#alive().filter(({ isOfOffenders }) => isOfOffenders === isOffender)
    const fewest = alike.toSorted((one, other) => one.seats - other.seats)[0]
    const isFull = alike.length >= this.#options.mostWorkers
    const mayShare = fewest && (isFull || (!isOffender && fewest.seats < fewQueries))
    return mayShare ? { worker: fewest, isNew: false } : { worker: this.#startOne(), isNew: true }
  }

  #alive(): PooledWorker[] {
    for (const worker of this.#workers) if (worker.thread?.isDead) this.#workers.delete(worker)
    return [...this.#workers]
  }

  #spares(): PooledWorker[] {
    return this.#alive().filter(({ seats }) => seats === 0)
  }

  #startOne(): PooledWorker {
    const started = this.#options.start()
    const worker: PooledWorker = { thread: undefined, started, seats: 0, isOfOffenders: false }
    started.then(
      (thread) => (worker.thread = thread),
      () => this.#workers.delete(worker),
    )
    this.#workers.add(worker)
    return worker
  }

  #end(worker: PooledWorker): void {
    this.#workers.delete(worker)
    if (worker.thread) worker.thread.terminate()
    else void worker.started.then((thread) => thread.terminate())
  }

  #limitWait(): void {
    const spares = this.#spares()
    this.#cancelTimer()
    if (spares.length === 0) return
    const isQueryOpen = spares.length < this.#workers.size
    this.#cancelTimer = this.#options.time.after(
      isQueryOpen ? patience : shortPatience,
      () => {
        for (const spare of this.#spares()) this.#end(spare)
      },
      { background: true },
    )
  }
}
