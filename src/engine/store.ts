// Puts the parts together: the only file that knows all of them.

import type { Environment } from '../base/environment.ts'
import { platformEnvironment } from '../base/environment.ts'
import { later } from '../base/later.ts'
import { checkPlatform } from '../base/platform.ts'
import type { Settings } from '../base/settings.ts'
import { defaultSettings } from '../base/settings.ts'
import { createNodeState } from '../http/node/state.ts'
import { routeTable } from '../http/routes.ts'
import { createServer } from '../http/server.ts'
import { createProjections } from '../projections/projections.ts'
import { requestsFirst } from '../projections/run/requests-first.ts'
import type { SettleOptions } from '../projections/run/settle.ts'
import type { TraceOptions, TracePart } from '../projections/trace/trace.ts'
import type { DeleteFlags } from '../projections/model/definition.ts'
import type { RemovedStream } from '../projections/model/removed-streams.ts'
import type { OpenQuery } from '../query/query.ts'
import { withSystemQueries } from '../query/system/system.ts'
import { closedError } from '../storage/errors.ts'
import { memoryStorage } from '../storage/memory/memory.ts'
import type { Storage, WriteTransaction } from '../storage/storage.ts'
import { lazyScavenges } from '../streams/scavenge/lazy-scavenges.ts'
import { createStreams } from '../streams/streams.ts'
import { createSubscriptions } from '../subscriptions/subscriptions.ts'
import { startTicking } from '../subscriptions/ticker.ts'
import { createUsers } from '../users/users.ts'
import { createRest } from './at-rest.ts'
import { checkCors } from './faults/cors-check.ts'
import type { Faults } from './faults/faults.ts'
import { injectFaults } from './faults/faults.ts'
import type { QueryProblem } from './observe/query-problem.ts'
import { checkSyntax, faultedError, problemOf } from './observe/query-problem.ts'
import { hasGrown } from './observe/trace-staleness.ts'
import type { RequestLog } from './observe/request-log.ts'
import { logRequests } from './observe/request-log.ts'
import type { ListedStream } from './observe/listed-streams.ts'
import { listStreamsIn } from './observe/listed-streams.ts'
import { lookFirst } from './flush-before-read.ts'
import type { QueryPlace } from './open-query.ts'
import { openAt, prepareOnceUsed } from './open-query.ts'
import { asAdministrator } from './administrator.ts'
import type { Scenario, ScenarioDocument } from './scenario/scenario.ts'
import type { Seeded, SeedOptions } from './scenario/seed.ts'
import type { Shortcuts } from './shortcuts.ts'
import { watchSelfFeeding } from './observe/self-feeding.ts'
import { createShortcuts } from './shortcuts.ts'
import { checkStoreOptions } from './store-options.ts'
import type { AnyEvents } from './typed-events.ts'
import type { Snapshot } from './snapshot/snapshot.ts'

export interface StoreOptions extends Partial<Settings> {
  /** Where clients reach the store; its path is cut before routing and put into every link. Default: any origin, no path. */
  readonly baseUrl?: string
  /** Default: in memory. */
  readonly storage?: Storage
  /** Parts of the platform to replace, e.g. the clock. */
  readonly environment?: Partial<Environment>
  /**
   * Where the JavaScript of projections runs. `worker`: each query in a Worker, in Node a thread, so that an endless loop holds nothing else
   * up. `in-process`: on the store's own thread, which waits while a handler runs: for tests that want every step in the same order.
   * Default: `worker`; where none can be started the store runs queries in process, with one warning.
   */
  readonly queries?: QueryPlace
  /**
   * Where a page finds the script of the Workers for queries, `rillbox/worker` of the package: an address relative to the page. For builds
   * that do not put it beside the application by themselves, such as esbuild's. A script that cannot be started from there is a `StoreError`
   * `sandbox-unavailable` for every query. Default: where the application's build has put it; where no Worker can be started from there,
   * queries run in the page, with one warning on the console. Not used in Node.
   */
  readonly queryWorkerUrl?: string | URL
  /** @internal Takes the place of `queries`, for stores that share Workers of their own. */
  readonly openQuery?: OpenQuery
  /** How many exchanges `requests` remembers, bodies included. Default: 0, none. */
  readonly requestLog?: number
  /** Repeats the faults that hang on chance. Default: 1. */
  readonly faultSeed?: number
  /**
   * Refuses and hides what a page on another origin could not have sent or read; interceptors skip these rules of the browser.
   * True takes the page's origin from the request's `Origin` header; a text is that origin. What it refuses is a network error to the page;
   * the console and the request log say why.
   */
  readonly strictCors?: boolean | string
}

export interface Store<Events extends object = AnyEvents> extends Shortcuts<Events> {
  /** Where clients reach the store, as the options say it; undefined: at any origin, without a path. */
  readonly baseUrl: string | undefined
  /**
   * Answers one request as the server would. Rejects with a `StoreError` where the environment is broken, and with the reason of the
   * request's signal where that aborts while the answer is late.
   *
   * @param request any origin; a path outside `baseUrl` is answered 404.
   */
  fetch(request: Request): Promise<Response>
  /**
   * The same in the name of an administrator, past the request log, faults and the CORS check: for tests and panels beside the
   * application, which look without being seen. The short cuts speak with this voice.
   */
  direct(request: Request): Promise<Response>
  /** Resolves when the storage is open and holds what a fresh store holds. Rejects with the `StoreError` that every later call gets. */
  ready(): Promise<void>
  /**
   * Resolves when every running projection has passed the end of the log as of this call.
   *
   * @throws StoreError `projection-faulted`, only where `failOnFault` asks for it: it names every projection that is faulted, and why.
   */
  settled(options?: SettleOptions): Promise<void>
  /** Names of the partitions that a projection has met, in the order in which they appeared; none where there is no such projection. */
  partitions(projection: string): Promise<readonly string[]>
  /** Every stream, in order of name: system streams, metastreams and deleted ones included. Does not read the log. */
  streams(): Promise<readonly ListedStream[]>
  /** Why a projection is faulted, as its state reason says it, and where in its query; undefined while it is not. */
  fault(projection: string): Promise<QueryProblem | undefined>
  /**
   * The streams that deleting a projection would delete with it, in order, those that are there: a dry run of
   * `DELETE /projection/{name}` with these flags. Emitted streams are known where the projection tracks them.
   */
  removedStreams(projection: string, flags: DeleteFlags): Promise<readonly RemovedStream[]>
  /** What is wrong with the syntax of a query; undefined where it can be parsed. Nothing of it is run. */
  check(query: string): Promise<QueryProblem | undefined>
  /**
   * Runs a query over everything the store holds, from the beginning and in the engine of a real run, writes nothing, and tells every
   * step: the event, the handler, states before and after, what was emitted and logged, or why the event was skipped. The run goes on
   * only as far as its parts are asked for.
   *
   * @throws the reason of `options.signal` where that aborts.
   */
  trace(query: string, options?: TraceOptions): AsyncGenerator<TracePart, void>
  /** Whether events that a query may read were written since, i.e. at or after a position such as the `end` of a trace. */
  hasGrown(since: number): Promise<boolean>
  /**
   * Adds what a scenario says to what is there.
   *
   * @throws StoreError `invalid-scenario`, which names every problem with its path; nothing is written then.
   */
  seed(scenario: Scenario | ScenarioDocument, options?: SeedOptions): Promise<Seeded>
  /** Everything the store holds at this moment, as plain JSON. */
  snapshot(): Promise<Snapshot>
  /**
   * Replaces everything the store holds; projections go on from where they were when the snapshot was taken.
   *
   * @param snapshot or the text of a file with one: its JSON, or what `rillbox export` wrote.
   * @throws StoreError `invalid-snapshot`; the store is as it was then.
   */
  restore(snapshot: Snapshot | string): Promise<void>
  /** Removes every stream, projection and user, and starts over as a fresh store. */
  clear(): Promise<void>
  /**
   * Goes back to the seed: removes everything, then seeds the scenario of the first `seed` anew; without one it is a fresh store. Long polls are
   * answered with what there is then, and projections begin again; `settled()` waits for them. Ids and times that the scenario does not
   * give are new ones. The request log, faults and listeners stay.
   *
   * The store knows the scenario that `seed` was called with, also where `onlyFresh` left everything as it was; not that of another tab or of
   * an earlier visit.
   */
  reset(): Promise<void>
  /**
   * Calls back after every change of what the store holds, by this or another tab: events, projections and their progress, users.
   * A hint only: calls may be merged or repeated, so listeners look again.
   *
   * @returns a function that stops the calls.
   */
  onChange(listener: () => void): () => void
  /**
   * Calls back when the store was told to shut down by `POST /admin/shutdown` and answers no more. It is still open:
   * the host closes it.
   *
   * @returns a function that stops the call.
   */
  onShutdown(listener: () => void): () => void
  /**
   * Calls back with the name of a projection that feeds itself, once for each of its runs: it goes on emitting because of events that it
   * emitted, and comes to no end by itself, as on a server.
   *
   * @returns a function that stops the calls.
   */
  onSelfFeeding(listener: (projection: string) => void): () => void
  /** Stops projections and long polls and closes the storage; what comes later rejects with `storage-closed`. */
  close(): Promise<void>
  /** The last exchanges, where the option `requestLog` asks for them. */
  readonly requests: RequestLog
  /** Makes requests late, refused, dropped or beaten in a race. */
  readonly faults: Faults
}

// What most pages never ask for, or not when they start.
const parser = later(() => import('../query/dialect/prepare.ts'))
const tracing = later(() => import('../projections/trace/trace.ts'))
const seeding = later(() => import('./scenario/seed.ts'))
const snapshots = later(async () => ({ ...(await import('./snapshot/snapshot.ts')), ...(await import('./snapshot/text.ts')) }))

/**
 * @typeParam Events the data of each type of event, e.g. `{ OrderPlaced: { total: number }; OrderCancelled: undefined }`: then `append`
 *   takes no others, and `read` tells them apart by `type`. Nothing is checked at run time.
 * @throws StoreError `invalid-options`, which names every option that is unknown or cannot be used; `platform-unsupported` where Node is too
 *   old, or the environment has no `Request`.
 */
export function createStore<Events extends object = AnyEvents>(options: StoreOptions = {}): Store<Events> {
  checkPlatform()
  checkStoreOptions(options)
  const { baseUrl, storage: whole = memoryStorage(), environment: replaced, queries = 'worker', queryWorkerUrl, ...others } = options
  const { openQuery = openAt(queries, queryWorkerUrl), requestLog = 0, faultSeed = 1, strictCors = false, ...given } = others
  const { requests: storage, runners: runnerStorage } = requestsFirst(whole)
  const basePath = baseUrl === undefined ? '' : new URL(baseUrl, 'http://any.origin').pathname.replace(/\/+$/, '')
  const settings: Settings = { ...defaultSettings, ...withoutUndefined(given) }
  const environment: Environment = { ...platformEnvironment(), ...replaced }

  const streams = createStreams({ storage, environment })
  const users = createUsers({ storage, streams, environment, settings })
  const subscriptions = createSubscriptions({ storage, environment })
  const projections = createProjections({
    storage,
    runnerStorage,
    streams,
    openQuery: withSystemQueries(openQuery),
    environment,
    settings,
    whileLeading: () => {
      const stops = [startTicking({ subscriptions, storage, environment }), prepareOnceUsed(storage, openQuery)]
      return () => stops.forEach((stop) => stop())
    },
  })
  const scavenges = lazyScavenges({ storage, environment })
  const node = createNodeState(environment, { inMemory: whole.isVolatile === true })
  const read = lookFirst(streams, subscriptions, projections)
  const routes = routeTable({ streams: read, scavenges, users, projections, subscriptions, node, settings, environment })
  const server = { routes, users, streams, node, settings, environment, basePath }
  const serve = createServer(server)

  /** @param around replaces what is there, and adds to what a fresh store holds, in the same transaction. */
  const writeStartStreams = ({ before, after }: AroundStart = {}): Promise<void> =>
    storage.write(async (tx) => {
      await before?.(tx)
      await streams.startIn(tx)
      await users.startIn(tx)
      await projections.startIn(tx)
      await subscriptions.startIn(tx)
      await after?.(tx)
    })
  /** Whoever waits for an event of what was there would wait in vain. */
  const startOver = async (around: AroundStart): Promise<void> => {
    await projections.whileStopped(() => writeStartStreams(around))
    streams.answerPolls()
  }

  const opened = writeStartStreams().then(() => projections.start())
  // Whoever calls next gets the error; nobody may be awaiting it yet.
  opened.catch(() => undefined)

  const rest = createRest(projections.settled)
  /** How far projections have come when something happens must not hang on real time where a run is to be repeated. */
  const open = environment.isRepeatable ? () => opened.then(rest) : () => opened

  const whenOpen =
    (serve: (request: Request) => Promise<Response>) =>
    async (request: Request): Promise<Response> => {
      await open()
      return serve(request)
    }
  const answer = whenOpen(serve)
  const direct = whenOpen(asAdministrator(server))
  const checked =
    strictCors === false
      ? answer
      : checkCors(answer, { tell: tellRefusal, ...(typeof strictCors === 'string' && { pageOrigin: strictCors }) })
  const stopProjection = async (name: string, reason: string): Promise<boolean> => {
    await open()
    return (await projections.fail(name, reason)).kind === 'failed'
  }
  const closing = new AbortController()
  const faulty = injectFaults(checked, { seed: faultSeed, environment, basePath, stopProjection, closed: closing.signal })
  const logged = logRequests(faulty.fetch, requestLog, environment.now)

  const create: typeof projections.create = async (request) => {
    await open()
    return projections.create(request)
  }
  const seedParts = { storage, projections: { create }, environment, settings }
  let firstSeed: Scenario | undefined
  let resetting = Promise.resolve()
  const reset = async (): Promise<void> => {
    await open()
    const scenario = firstSeed
    const { seedIn, seedProjections } = await seeding()
    await startOver({ before: clearIn, ...(scenario && { after: async (tx) => void (await seedIn(tx, scenario, seedParts)) }) })
    if (scenario) await seedProjections(seedParts, scenario)
  }
  const fault = async (projection: string): Promise<QueryProblem | undefined> => {
    await opened
    return problemOf(await projections.fault(projection))
  }

  const store: Store = {
    ...createShortcuts({ fetch: direct, basePath, open, uuid: environment.uuid, fault }),
    baseUrl,
    fetch: logged.fetch,
    direct,
    requests: logged.log,
    faults: faulty.faults,
    ready: () => opened,
    settled: async (settleOptions) => {
      await opened
      const outcome = await projections.settled(settleOptions)
      if (outcome.kind === 'faulted') throw faultedError(outcome.projections)
    },
    streams: async () => {
      await opened
      return storage.read(listStreamsIn)
    },
    partitions: async (projection) => {
      await opened
      return projections.partitions(projection)
    },
    fault,
    removedStreams: async (projection, flags) => {
      await opened
      return projections.removedStreams(projection, flags)
    },
    check: async (query) => checkSyntax(await parser(), query),
    async *trace(query, traceOptions) {
      const [{ traceQuery }] = await Promise.all([tracing(), opened])
      yield* traceQuery({ storage, environment, openQuery }, query, traceOptions)
    },
    hasGrown: async (since) => {
      await opened
      return hasGrown(storage, since)
    },
    seed: async (scenario, seedOptions) => {
      const [{ seed }] = await Promise.all([seeding(), open()])
      const seeded = await seed(seedParts, scenario, seedOptions)
      // A copy, as it was taken: the caller may change its own.
      firstSeed ??= JSON.parse(JSON.stringify(scenario)) as Scenario
      return seeded
    },
    snapshot: async () => {
      const [{ snapshotIn }] = await Promise.all([snapshots(), open()])
      return storage.read(snapshotIn)
    },
    restore: async (snapshot) => {
      const { readSnapshot, readSnapshotText, restoreIn } = await snapshots()
      const content = readSnapshot(typeof snapshot === 'string' ? readSnapshotText(snapshot) : snapshot)
      await opened
      await startOver({ before: (tx) => restoreIn(tx, content) })
    },
    clear: async () => {
      await opened
      await startOver({ before: clearIn })
    },
    reset: () => {
      resetting = resetting.then(reset, reset)
      return resetting
    },
    onChange: (listener) => storage.onCommit(() => listener()),
    onShutdown: node.onStopped,
    onSelfFeeding: (listener) => watchSelfFeeding(storage, projections, { listener, report: environment.report }),
    close: async () => {
      closing.abort(closedError())
      await opened.catch(() => undefined)
      streams.close()
      await scavenges.close()
      await projections.close()
      await storage.close()
    },
  }
  return store
}

interface AroundStart {
  readonly before?: (tx: WriteTransaction) => Promise<void>
  readonly after?: (tx: WriteTransaction) => Promise<void>
}

const clearIn = async (tx: WriteTransaction): Promise<void> => tx.clear()

/** Where browsers say it too. */
// eslint-disable-next-line no-console -- the page's code sees only a failed fetch: the reason has to stand somewhere
const tellRefusal = (refusal: string): void => console.error(`[rillbox] ${refusal}`)

const withoutUndefined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<T>
