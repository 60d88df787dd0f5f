// Starts and stops runners until they match the rows, in the one tab that runs the projections of a store.

import type { CommitHint } from '../../storage/storage.ts'
import type { Sweeper } from '../manage/loaded-rows.ts'
import { isTransient } from '../model/lifecycle.ts'
import type { ProjectionRow } from '../model/tables.ts'
import { projectionRows, projectionsIn } from '../model/tables.ts'
import { Runner } from './runner.ts'
import type { Services } from '../services.ts'
import { Pace } from './turns/pace.ts'
import { wokenBy } from './turns/woken.ts'

interface RunningProjection {
  readonly run: string
  readonly runner: Runner
  /** Whether it takes the events of several appends together. */
  readonly isPaced: boolean
}

interface SupervisorOptions {
  /** Prepares a projection that a restart has left Loading. */
  load(name: string): Promise<void>
  /** Ends transient projections, whichever tab has created them. */
  readonly sweeper: Sweeper
}

export class Supervisor {
  readonly #services: Services
  readonly #load: SupervisorOptions['load']
  readonly #sweeper: Sweeper
  readonly #runners = new Map<string, RunningProjection>()
  /** Those that have not let go of their run yet, stopped ones among them. */
  readonly #unfinished = new Set<Runner>()
  readonly #pace = new Pace<Runner>()
  readonly #restListeners = new Set<() => void>()
  #isLeading = false
  #isAwaitingStart = false
  /** Rows may have changed since `matchOnce` read them. */
  #isDirty = false
  #matching: Promise<void> | undefined
  /** Projections that are being prepared, or wait for it. */
  readonly #toLoad = new Set<string>()
  #loading: Promise<void> | undefined
  /** A runner gave up because a transaction failed: the next commit shows that transactions work again. */
  #hasFailures = false
  #commitCount = 0

  constructor(services: Services, { load, sweeper }: SupervisorOptions) {
    this.#services = services
    this.#load = load
    this.#sweeper = sweeper
  }

  /** Matches runners to the rows, now and after every change of the rows. */
  lead(): Promise<void> {
    this.#isLeading = true
    return this.#reconcile()
  }

  /** The same, but not yet: the runners of a store with many projections take the thread from its first requests. */
  leadAfter(moment: Promise<void>): void {
    this.#isLeading = true
    this.#isAwaitingStart = true
    void moment.then(async () => {
      if (this.#isLeading) await this.#reconcileAndReport()
      this.#endWaiting()
      // Otherwise the first event would wait for a Worker.
      if ([...this.#runners.values()].some(({ isPaced }) => !isPaced)) this.#services.openQuery.expect?.()
    })
  }

  /** Stops every runner; resolves when all have let go. */
  async stop(): Promise<void> {
    this.#isLeading = false
    this.#sweeper.stop()
    this.#stopRunners()
    this.#endWaiting()
    await Promise.all([...this.#unfinished].map(({ done }) => done))
    await this.#matching?.catch(() => undefined)
    await this.#loading
  }

  /** Wakes the runners that a commit may concern, and starts and stops others where it changed the rows. */
  onCommit(hint: CommitHint): void {
    if (!this.#isLeading) return
    this.#commitCount++
    // Another tab has replaced the whole store: runs of the same name may have another past.
    if (!hint.streams && !hint.tables) this.#stopRunners()
    const { urgent, paced, areAside } = wokenBy(hint, [...this.#runners.values()])
    for (const runner of urgent) runner.wake()
    this.#pace.wake(paced, areAside)
    const isNews = !hint.tables || hint.tables.includes(projectionRows.name) || this.#hasFailures
    if (isNews && !this.#isAwaitingStart) void this.#reconcileAndReport()
  }

  /** Resolves when every present runner has caught up with its source. */
  async caughtUp(): Promise<void> {
    await Promise.all([...this.#runners.values()].map(({ runner }) => runner.caughtUp))
  }

  /** Whether any runner of this tab has something to do. */
  isWorking(): boolean {
    return this.#isAwaitingStart || this.#pace.isHolding || [...this.#runners.values()].some(({ runner }) => runner.isWorking())
  }

  /** Lets no runner wait for more events. @returns a function that ends this. */
  hurry(): () => void {
    return this.#pace.hurry()
  }

  /** Calls back whenever a runner of this tab rests or ends, or none has had to start. @returns a function that stops the calls. */
  onRest(listener: () => void): () => void {
    this.#restListeners.add(listener)
    return () => void this.#restListeners.delete(listener)
  }

  /** There may be no runner whose rest would tell of it. */
  #endWaiting(): void {
    if (!this.#isAwaitingStart) return
    this.#isAwaitingStart = false
    this.#tellOfRest()
  }

  #tellOfRest(): void {
    for (const listener of this.#restListeners) listener()
  }

  #reconcileAndReport(): Promise<void> {
    return this.#reconcile().catch((error: unknown) => this.#services.environment.report(error))
  }

  #reconcile(): Promise<void> {
    this.#isDirty = true
    this.#matching ??= this.#matchUntilClean()
    return this.#matching
  }

  async #matchUntilClean(): Promise<void> {
    try {
      while (this.#isDirty && this.#isLeading) {
        this.#isDirty = false
        this.#hasFailures = false
        await this.#matchOnce()
      }
    } finally {
      this.#matching = undefined
    }
  }

  async #matchOnce(): Promise<void> {
    const projections = await this.#services.storage.read(projectionsIn)
    if (!this.#isLeading) return
    if (projections.some(({ row }) => isTransient(row))) this.#sweeper.start()
    const running = projections.filter(({ row }) => row.state === 'Running')
    const wanted = new Map(running.flatMap(({ row, run }) => (run?.core === 'Running' ? [[row.name, run.id] as const] : [])))
    this.#services.prepared.keepOnly(new Set(wanted.values()))
    const loading = projections.filter(({ row }) => row.state === 'Loading').map(({ row }) => row.name)
    for (const [name, { run, runner }] of this.#runners) {
      if (wanted.get(name) === run) continue
      runner.stop()
      this.#runners.delete(name)
    }
    for (const { row } of running) {
      const run = wanted.get(row.name)
      if (run !== undefined && !this.#runners.has(row.name)) this.#start(row, run)
    }
    if (this.#services.environment.isRepeatable) for (const name of loading.toSorted()) await this.#load(name)
    else this.#loadBeside(loading)
  }

  /** Prepares projections one after the other while requests are answered and others run. */
  #loadBeside(names: readonly string[]): void {
    for (const name of names) this.#toLoad.add(name)
    const commitsBefore = this.#commitCount
    this.#loading ??= this.#loadAll()
      .catch((error: unknown) => {
        this.#services.environment.report(error)
        this.#toLoad.clear()
        this.#retrySince(commitsBefore)
      })
      .finally(() => (this.#loading = undefined))
  }

  /** Tries again what failed with the next commit, or now: it may have come before the failure was heard of, and the one behind it may be long in coming. */
  #retrySince(commitsBefore: number): void {
    this.#hasFailures = true
    if (this.#commitCount > commitsBefore && this.#isLeading) void this.#reconcileAndReport()
  }

  async #loadAll(): Promise<void> {
    for (const name of this.#toLoad) {
      if (!this.#isLeading) break
      await this.#load(name)
      this.#toLoad.delete(name)
    }
    this.#toLoad.clear()
  }

  #start({ name, definition }: ProjectionRow, run: string): void {
    const isPaced = !this.#services.environment.isRepeatable && definition?.handlerType.startsWith('native:') === true
    const runner = new Runner(this.#services, name, () => this.#tellOfRest())
    this.#runners.set(name, { run, runner, isPaced })
    this.#unfinished.add(runner)
    const commitsBefore = this.#commitCount
    void runner.done.then((end) => {
      this.#unfinished.delete(runner)
      if (this.#runners.get(name)?.runner !== runner) return
      this.#runners.delete(name)
      if (end === 'failed') this.#retrySince(commitsBefore)
    })
  }

  #stopRunners(): void {
    this.#pace.stop()
    for (const { runner } of this.#runners.values()) runner.stop()
    this.#runners.clear()
  }
}
