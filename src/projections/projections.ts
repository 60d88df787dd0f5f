// Composes everything the routes call: create, command, remove, state and result of projections.

import { isVisible } from '../base/platform/visibility.ts'
import type { WriteTransaction } from '../storage/storage.ts'
import type { Inquiries } from './inquiries.ts'
import { createInquiries } from './inquiries.ts'
import type { CommandRequest, Configuration, QueryRequest } from './manage/commands.ts'
import { carryOut, setConfig, setQuery } from './manage/commands.ts'
import type { CreateRequest } from './manage/create.ts'
import { createProjection } from './manage/create.ts'
import { createSweeper, writeLoaded } from './manage/loaded-rows.ts'
import type { DeleteRequest } from './manage/remove.ts'
import { remove, removedStreams } from './manage/remove.ts'
import { load, restartIn, startIn } from './manage/startup.ts'
import type { DeleteFlags } from './model/definition/definition.ts'
import type { ChangeOutcome, CreateOutcome } from './model/outcomes.ts'
import type { RemovedStream } from './model/removed-streams.ts'
import { projectionRows } from './model/tables.ts'
import type { FailOutcome } from './run/commit/commit.ts'
import { failIn } from './run/commit/commit.ts'
import { LeaderWatchdog } from './run/lead/leader-watchdog.ts'
import { Leadership } from './run/lead/leadership.ts'
import type { Settled, SettleOptions } from './run/settle.ts'
import { settle, unsettled } from './run/settle.ts'
import { Supervisor } from './run/supervisor.ts'
import type { ProjectionsOptions, Services } from './services.ts'
import { createServices } from './services.ts'
import type { EventsPage, ReadEventsRequest } from './source/selected-events.ts'
import { readEvents } from './source/selected-events.ts'

export type { ProjectionsOptions }

export type RestartOutcome = { readonly kind: 'restarting' } | { readonly kind: 'refused'; readonly reason: string }

/** Commands wait for the end of a restart. */
export interface Projections extends Inquiries {
  /** Writes the registration of the five system projections where it is missing (projections-http §11.1). */
  startIn(tx: WriteTransaction): Promise<void>
  /** Starts the supervisor: from here on runners follow the rows. */
  start(): Promise<void>
  /** Stops every runner, does the work, which may replace the whole store, and starts the runners that the rows then ask for. */
  whileStopped(work: () => Promise<void>): Promise<void>
  /** Resolves when every running projection has passed the end of the log as of this call, and all events that projections emitted since. */
  settled(options?: SettleOptions): Promise<Settled>
  /** Names of the running projections that have not passed the end of the log. */
  unsettled(): Promise<readonly string[]>
  /** Whether a runner of this tab has something to do. */
  isWorking(): boolean
  close(): Promise<void>

  create(request: CreateRequest): Promise<CreateOutcome>
  command(request: CommandRequest): Promise<ChangeOutcome>
  setQuery(request: QueryRequest): Promise<ChangeOutcome>
  setConfig(name: string, configuration: Configuration): Promise<ChangeOutcome>
  remove(request: DeleteRequest): Promise<ChangeOutcome>
  /** The streams that `remove` would delete with these flags. Not an access. */
  removedStreams(name: string, flags: DeleteFlags): Promise<readonly RemovedStream[]>
  /** Ends a run as a fault of its query would; for tests of code that depends on it. */
  fail(name: string, reason: string): Promise<FailOutcome>
  /** Forgets all runs and starts every projection anew, as a restart of the server would (projections-http §13). */
  restart(): Promise<RestartOutcome>
  readEvents(request: ReadEventsRequest): Promise<EventsPage>
}

export function createProjections(options: ProjectionsOptions): Projections {
  const services = createServices(options)
  const subsystem = new Subsystem(services, options)
  return {
    startIn: (tx) => subsystem.startIn(tx),
    start: () => subsystem.start(),
    whileStopped: (work) => subsystem.whileStopped(work),
    settled: (settleOptions) => subsystem.settled(settleOptions),
    unsettled: () => unsettled(services),
    isWorking: () => subsystem.isWorking(),
    close: () => subsystem.close(),
    restart: () => subsystem.restart(),
    ...createInquiries(services),
    create: (request) => createProjection(services, request),
    command: (request) => carryOut(services, request),
    setQuery: (request) => setQuery(services, request),
    setConfig: (name, configuration) => setConfig(services, name, configuration),
    remove: (request) => remove(services, request),
    removedStreams: (name, flags) => removedStreams(services, name, flags),
    fail: (name, reason) => writeLoaded(services, name, (tx) => failIn(tx, name, reason)),
    readEvents: (request) => readEvents(services, request),
  }
}

/** The subsystem from start to end: which tab leads, and which runners work. */
class Subsystem {
  readonly #services: Services
  readonly #options: ProjectionsOptions
  readonly #supervisor: Supervisor
  readonly #leadership: Leadership
  readonly #watchdog: LeaderWatchdog
  /** Whether the registration of the system projections was written just now. */
  #isFresh = false
  /** From a restart on, for which no other tab may have the store open. */
  #isAboutToLead = false
  /** After a restart: resolves once the first request was answered. */
  #firstAnswer: Promise<void> | undefined
  #stopListening = () => {}
  /** Stops what the store does beside the projections while this tab leads. */
  #stopBeside = () => {}

  constructor(services: Services, options: ProjectionsOptions) {
    const { storage, environment } = services
    this.#services = services
    this.#options = options
    this.#supervisor = new Supervisor(
      { ...services, storage: options.runnerStorage ?? storage },
      { load: (name) => load(services, name), sweeper: createSweeper(services) },
    )
    this.#leadership = new Leadership({
      environment,
      name: storage.name,
      restart: () => this.#restartAfterClose(),
      lead: () => this.#lead(),
      retire: () => this.#retire(),
    })
    this.#watchdog = new LeaderWatchdog(services, {
      isLeading: () => this.#leadership.isLeading || this.#isAboutToLead,
      isVisible,
      steal: () => this.#leadership.steal(),
    })
  }

  async startIn(tx: WriteTransaction): Promise<void> {
    this.#isFresh = await startIn(this.#services, tx)
  }

  async start(): Promise<void> {
    const { storage, tail } = this.#services
    this.#stopListening = storage.onCommit((hint) => {
      tail.commit(hint)
      this.#supervisor.onCommit(hint)
      this.#watchdog.commit()
    })
    await this.#leadership.begin(this.#isFresh)
    // A fresh store holds a dozen events: the first writer finds its system projections at work. Tabs that share a store do not wait
    // for the one that leads.
    if (this.#isFresh) await this.#supervisor.caughtUp()
  }

  async whileStopped(work: () => Promise<void>): Promise<void> {
    await this.#supervisor.stop()
    try {
      await work()
    } finally {
      this.#services.tail.forget()
      // Another tab may have taken the lead meanwhile.
      if (this.#leadership.isLeading) await this.#supervisor.lead()
    }
  }

  settled(options?: SettleOptions): Promise<Settled> {
    return settle(this.#services, this.#supervisor, options)
  }

  isWorking(): boolean {
    return this.#supervisor.isWorking()
  }

  async close(): Promise<void> {
    this.#watchdog.close()
    this.#stopListening()
    await this.#leadership.close()
  }

  async restart(): Promise<RestartOutcome> {
    const { storage } = this.#services
    const isBusy = await storage.read(async (tx) => (await tx.rows(projectionRows)).some(([, row]) => row.state === 'Loading'))
    if (isBusy) return { kind: 'refused', reason: busy }
    await storage.write((tx) => restartIn(this.#services, tx))
    return { kind: 'restarting' }
  }

  async #restartAfterClose(): Promise<void> {
    const { storage, environment } = this.#services
    this.#isAboutToLead = true
    await storage.write((tx) => restartIn(this.#services, tx))
    // Whoever opens the store is about to ask for something.
    this.#firstAnswer = environment.isRepeatable ? undefined : this.#options.untilAsked?.(patience)
  }

  async #lead(): Promise<void> {
    this.#stopBeside = this.#options.whileLeading?.() ?? (() => {})
    this.#services.prepared.start()
    this.#isAboutToLead = false
    const firstAnswer = this.#firstAnswer
    this.#firstAnswer = undefined
    if (firstAnswer) this.#supervisor.leadAfter(firstAnswer)
    else await this.#supervisor.lead()
  }

  async #retire(): Promise<void> {
    this.#stopBeside()
    await this.#supervisor.stop()
    this.#services.prepared.stop()
  }
}

/** Milliseconds that the projections of a store wait for its first request after a restart. */
const patience = 250

const busy = 'PROJECTIONS SUBSYSTEM: Not restarting because the subsystem is already being restarted.'
