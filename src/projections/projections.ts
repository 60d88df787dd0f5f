// What the routes call: create, list, change, command, state, result of projections.

import type { WriteTransaction } from '../storage/storage.ts'
import { noteAccess } from './partitions/access.ts'
import type { Commands } from './manage/commands.ts'
import { createCommands } from './manage/commands.ts'
import type { CreateRequest } from './manage/create.ts'
import { createProjection } from './manage/create.ts'
import type { Definition } from './model/definition.ts'
import { expire, sweep, sweepInterval } from './manage/expiry.ts'
import type { FailOutcome } from './run/failure.ts'
import { failIn } from './run/failure.ts'
import { createLeadership } from './run/leadership.ts'
import type { CreateOutcome, Unknown } from './model/outcomes.ts'
import { readAllPartitions } from './partitions/rows.ts'
import type { EventsPage, ReadEventsRequest } from './source/selected-events.ts'
import { readEvents } from './source/selected-events.ts'
import type { Removal } from './manage/remove.ts'
import { createRemoval } from './manage/remove.ts'
import type { ProjectionFault, ProjectionRow } from './model/tables.ts'
import { projectionRows, runRows } from './model/tables.ts'
import type { ProjectionsOptions } from './services.ts'
import { createServices } from './services.ts'
import type { Settled, SettleOptions } from './run/settle.ts'
import { settle } from './run/settle.ts'
import { createStartup } from './manage/startup.ts'
import type { StateOutcome } from './partitions/state.ts'
import { stateIn } from './partitions/state.ts'
import type { Statistics } from './manage/statistics.ts'
import { statisticsOf } from './manage/statistics.ts'
import { createSupervisor } from './run/supervisor.ts'
import { createLeaderWatchdog } from './run/leader-watchdog.ts'

export type { ProjectionsOptions }

export type StatisticsOutcome = { readonly kind: 'statistics'; readonly statistics: Statistics } | Unknown
/** `undefined` of a name that was registered and never defined. */
export type DefinitionOutcome = { readonly kind: 'definition'; readonly definition: Definition | undefined } | Unknown
export type RestartOutcome = { readonly kind: 'restarting' } | { readonly kind: 'refused'; readonly reason: string }

export interface Projections extends Commands, Pick<Removal, 'remove' | 'removedStreams'> {
  /** Writes the registration of the five system projections where it is missing (projections-http §11.1). */
  startIn(tx: WriteTransaction): Promise<void>
  /** Starts the supervisor: from here on runners follow the rows. */
  start(): Promise<void>
  /** Lets every runner go, does the work, which may replace all there is, and starts those that the rows then ask for. */
  whileStopped(work: () => Promise<void>): Promise<void>
  /** Resolves when every running projection has passed the end of the log as of this call, and what they emitted as well. */
  settled(options?: SettleOptions): Promise<Settled>
  /** Whether a runner of this tab has something to do. */
  isWorking(): boolean
  close(): Promise<void>

  create(request: CreateRequest): Promise<CreateOutcome>
  /** All projections in the order of lists (projections-http §6.1). */
  list(): Promise<readonly Statistics[]>
  statistics(name: string): Promise<StatisticsOutcome>
  /** The definition as it stands; asking for it is an access. */
  definition(name: string): Promise<DefinitionOutcome>
  /** @param partition empty for the root. */
  state(name: string, partition: string): Promise<StateOutcome>
  /** Partitions that the present run has met, in the order in which they appeared. No request asks for them: not an access. */
  partitions(name: string): Promise<readonly string[]>
  /** Why a projection is faulted, and where in its query; undefined while it is not. No request asks for it: not an access. */
  fault(name: string): Promise<ProjectionFault | undefined>
  /** Running projections that go on emitting because of events that they emitted, and their runs. No request asks for it: not an access. */
  selfFeeding(): Promise<readonly { readonly projection: string; readonly run: string }[]>
  /** Ends a run as a fault of its query would; for tests of what depends on it. */
  fail(name: string, reason: string): Promise<FailOutcome>
  /** Forgets all runs and brings every projection up again, as a restart of the server would (projections-http §13). */
  restart(): Promise<RestartOutcome>
  readEvents(request: ReadEventsRequest): Promise<EventsPage>
}

export function createProjections(options: ProjectionsOptions): Projections {
  const services = createServices(options)
  const { storage, environment, tail, prepared } = services
  const removal = createRemoval(services)
  const startup = createStartup(services)
  const supervisor = createSupervisor({ ...services, storage: options.runnerStorage ?? storage }, startup.load)
  let isFresh = false
  let cancelSweep: (() => void) | undefined
  let stopListening: (() => void) | undefined
  let stopBeside: (() => void) | undefined

  const leadership = createLeadership({
    environment,
    name: storage.name,
    restart: () => storage.write(startup.restartIn),
    lead: () => {
      stopBeside = options.whileLeading?.()
      return supervisor.lead()
    },
    retire: () => {
      stopBeside?.()
      return supervisor.stop()
    },
  })

  const watchdog = createLeaderWatchdog(services, { isLeading: leadership.isLeading, isVisible, steal: leadership.steal })

  /** Sweeps are scheduled only while there is something to sweep. */
  const sweepLater = (): void => {
    cancelSweep ??= environment.after(sweepInterval, sweepNow, { background: true })
  }
  const sweepNow = (): void => {
    cancelSweep = undefined
    sweep(services, removal)
      .then((isLeft) => {
        if (isLeft) sweepLater()
      })
      .catch((error: unknown) => environment.report(error))
  }

  /** Waits for the end of a restart: meanwhile the reference has no projections at all. */
  const loaded = async (isOfInterest: (row: ProjectionRow) => boolean): Promise<void> => {
    for (;;) {
      const change = Promise.withResolvers<void>()
      const stop = storage.onCommit(() => change.resolve())
      try {
        const rows = await storage.read((tx) => tx.rows(projectionRows))
        if (!rows.some(([, row]) => row.state === 'Loading' && isOfInterest(row))) return
        await change.promise
      } finally {
        stop()
      }
    }
  }

  const rowOf = async (name: string): Promise<ProjectionRow | undefined> => {
    await expire(services, removal, name)
    const row = await storage.read((tx) => tx.row(projectionRows, name))
    if (row?.state !== 'Loading') return row
    await loaded((other) => other.name === name)
    return rowOf(name)
  }

  const access = (name: string, partition?: string) =>
    noteAccess(storage, { name, now: environment.now(), ...(partition !== undefined && { partition }) })

  const commands = createCommands(services)
  return {
    async startIn(tx) {
      isFresh = await startup.startIn(tx)
    },
    async start() {
      stopListening = storage.onCommit((hint) => {
        tail.commit(hint)
        supervisor.commit(hint)
        watchdog.commit()
      })
      await leadership.begin(isFresh)
      // A fresh store holds a dozen events: whoever writes next finds its system projections at work.
      if (isFresh) await supervisor.caughtUp()
    },
    async whileStopped(work) {
      const isLeading = leadership.isLeading()
      if (isLeading) await supervisor.stop()
      try {
        await work()
      } finally {
        tail.forget()
        if (isLeading) await supervisor.lead()
      }
    },
    settled: (options) => settle(services, supervisor, options),
    isWorking: supervisor.isWorking,
    async close() {
      cancelSweep?.()
      watchdog.close()
      stopListening?.()
      await leadership.close()
      prepared.close()
    },

    async create(request) {
      if (request.name !== undefined) await rowOf(request.name)
      const outcome = await createProjection(services, request)
      if (request.mode === 'Transient') sweepLater()
      return outcome
    },
    async command(request) {
      await rowOf(request.name)
      return commands.command(request)
    },
    async setQuery(request) {
      await rowOf(request.name)
      return commands.setQuery(request)
    },
    async setConfig(name, configuration) {
      await rowOf(name)
      return commands.setConfig(name, configuration)
    },
    async remove(request) {
      await rowOf(request.name)
      return removal.remove(request)
    },
    async list() {
      await loaded(() => true)
      await sweep(services, removal)
      return storage.read(async (tx) => {
        const rows = (await tx.rows(projectionRows)).map(([, row]) => row).sort((a, b) => a.place - b.place)
        return Promise.all(rows.map(async (row) => statisticsOf(row, await tx.row(runRows, row.name))))
      })
    },
    async statistics(name) {
      await rowOf(name)
      return storage.read(async (tx): Promise<StatisticsOutcome> => {
        const row = await tx.row(projectionRows, name)
        return row ? { kind: 'statistics', statistics: statisticsOf(row, await tx.row(runRows, name)) } : { kind: 'unknown' }
      })
    },
    async definition(name) {
      const row = await rowOf(name)
      if (!row) return { kind: 'unknown' }
      await access(name)
      return { kind: 'definition', definition: row.definition }
    },
    async state(name, partition) {
      const row = await rowOf(name)
      if (row) await access(name, partition)
      return storage.read((tx) => stateIn(tx, services, name, partition))
    },
    partitions: (name) =>
      storage.read(async (tx) => {
        const run = await tx.row(runRows, name)
        const found = run ? [...(await readAllPartitions(tx, run))] : []
        return found.sort(([, one], [, other]) => one.rank - other.rank).map(([partition]) => partition)
      }),
    fault: (name) =>
      storage.read(async (tx) => {
        const row = await tx.row(projectionRows, name)
        return row?.state === 'Faulted' ? row.fault : undefined
      }),
    selfFeeding: () =>
      storage.read(async (tx) => {
        const runs = await tx.rows(runRows)
        return runs.flatMap(([projection, { id, core, feedsItself }]) =>
          feedsItself && core === 'Running' ? [{ projection, run: id }] : [],
        )
      }),
    async fail(name, reason) {
      await rowOf(name)
      return storage.write((tx) => failIn(tx, name, reason))
    },
    async restart() {
      const isBusy = await storage.read(async (tx) => (await tx.rows(projectionRows)).some(([, row]) => row.state === 'Loading'))
      if (isBusy) return { kind: 'refused', reason: busy }
      await storage.write(startup.restartIn)
      return { kind: 'restarting' }
    },
    removedStreams: removal.removedStreams,
    readEvents: (request) => readEvents(services, request),
  }
}

/** Whether somebody looks at this tab; false where there are none. */
const isVisible = (): boolean => globalThis.document?.visibilityState === 'visible'

const busy = 'PROJECTIONS SUBSYSTEM: Not restarting because the subsystem is already being restarted.'
