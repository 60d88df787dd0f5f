// Puts the parts of a store together: the only file that knows all of them.

import type { Environment } from '../base/platform/environment.ts'
import { projectionPath } from '../base/paths.ts'
import { platformEnvironment } from '../base/platform/environment.ts'
import { later } from '../base/platform/later.ts'
import type { LanguageFacts, Release } from '../base/release/facts.ts'
import { factsOf, releases } from '../base/release/releases.ts'
import { checkPlatform } from '../base/platform/platform.ts'
import type { Settings } from '../base/settings.ts'
import { defaultSettings } from '../base/settings.ts'
import { createNodeState } from '../node/state.ts'
import { routeTable } from '../http/routes.ts'
import type { AnswerRequest } from '../base/answer.ts'
import { respondWith, toResponse } from '../base/answer.ts'
import { nextTask } from '../base/time/time-slice.ts'
import type { ServerOptions } from '../http/server.ts'
import { createServer } from '../http/server.ts'
import { createProjections } from '../projections/projections.ts'
import { requestsFirst } from '../projections/run/turns/requests-first.ts'
import type { SettleOptions } from '../projections/run/settle.ts'
import { projectionRows } from '../projections/model/tables.ts'
import type { DeleteFlags } from '../projections/model/definition/definition.ts'
import type { RemovedStream } from '../projections/model/removed-streams.ts'
import { withSystemQueries } from '../query/system/system.ts'
import { closedError } from '../storage/errors.ts'
import { memoryStorage } from '../storage/memory/memory.ts'
import { lazyScavenges } from '../streams/scavenge/lazy-scavenges.ts'
import { createStreams } from '../streams/streams.ts'
import { createSubscriptions } from '../subscriptions/subscriptions.ts'
import { startTicking } from '../subscriptions/clock/ticker.ts'
import { createUsers } from '../users/users.ts'
import { callParts } from './calls/call-parts.ts'
import type { CallParts } from './calls/call-parts.ts'
import type { StorePort, StorePortOptions } from './calls/listening.ts'
import type { ClockOfStore } from './clock/clock.ts'
import { clockOf } from './clock/clock.ts'
import { continuedIds } from './clock/continued-ids.ts'
import { StoreContents } from './contents.ts'
import type { PictureChoice, StorePicture } from './inspect/inspection.ts'
import { inspectStore } from './inspect/inspection.ts'
import { checkCors } from './faults/cors-check.ts'
import type { Faults } from './faults/faults.ts'
import { injectFaults } from './faults/inject.ts'
import type { QueryProblem } from './observe/query-problem.ts'
import { checkSyntax, faultedError, problemOf } from './observe/query-problem.ts'
import type { DryRun, DryRunOptions, ProjectionChange } from './observe/dry-run.ts'
import type { Explanation } from './observe/explain.ts'
import type { TraceOptions, TracePart } from './observe/trace.ts'
import { hasGrown } from './observe/trace-staleness.ts'
import type { RequestLog } from './observe/request-log.ts'
import { logRequests } from './observe/request-log.ts'
import type { ListedStream } from './observe/listed-streams.ts'
import { listStreamsIn } from './observe/listed-streams.ts'
import { flushBeforeReads } from './flush-before-read.ts'
import type { EventPlacement } from './live/live-event.ts'
import type { SubscribeOptions, Subscription } from './live/subscription.ts'
import { subscribeTo } from './live/subscribe.ts'
import { inLanguage, openAt, prepareOnceUsed } from './queries/open-query.ts'
import type { SendRequest } from './queries/files/projection-plan.ts'
import type { BroughtProjection, ProjectionSource } from './queries/files/store-projections.ts'
import type { Scenario, ScenarioDocument } from './scenario/scenario.ts'
import type { Seeded, SeedOptions } from './scenario/seed.ts'
import type { Shortcuts } from './shortcuts.ts'
import { hintAtEncodedParameters } from './hints/encoded-parameters.ts'
import { hintAtUnknownPaths } from './hints/unknown-paths.ts'
import { watchSelfFeeding } from './observe/self-feeding.ts'
import { reportOnce } from './options/report-once.ts'
import type { StoreOptions } from './options/store-options.ts'
import { createShortcuts, RefusedRequest } from './shortcuts.ts'
import { checkStoreOptions, projectionSource, refuseProblems } from './options/store-options.ts'
import { oneOf } from './shape.ts'
import type { AnyEvents, EventIn } from './typed-events.ts'
import type { Snapshot } from './snapshot/snapshot.ts'

export interface Store<Events extends object = AnyEvents> extends Shortcuts<Events> {
  /** Where clients reach the store, as given in the options; undefined: at any origin, without a path. */
  readonly baseUrl: string | undefined
  /** The release of the server whose answers the store gives. */
  readonly release: Release
  /**
   * Answers one request as the server would. Rejects with a `StoreError` where the environment is broken, and with the reason of the
   * request's signal where it aborts before the answer.
   *
   * @param request to any origin; a path outside `baseUrl` gets a 404.
   */
  fetch(request: Request): Promise<Response>
  /**
   * Answers as to an administrator, and bypasses the request log, faults and the CORS check: for tests and panels that observe the
   * application without interfering. The shortcuts use it.
   */
  direct(request: Request): Promise<Response>
  /** Resolves when the storage is open and holds at least a fresh store. Rejects with the `StoreError` that every later call gets. */
  ready(): Promise<void>
  /**
   * Resolves when every running projection has passed the end of the log as of this call.
   *
   * @throws StoreError `projection-faulted`, only with `failOnFault`: names every faulted projection and its reason. The reason of the
   *   signal where it aborts: `unsettled` then tells which projections are behind.
   */
  settled(options?: SettleOptions): Promise<void>
  /** Names of the running projections that have not passed the end of the log; empty once the store has settled. */
  unsettled(): Promise<readonly string[]>
  /**
   * Names of a projection's partitions, in the order in which they appeared since it was started, behind those that have not since (a
   * thousand at most); none if there is no such projection.
   */
  partitions(projection: string): Promise<readonly string[]>
  /**
   * Reads a picture of the store at this moment: its streams, its projections with status, progress, fault and sources, the end of the log,
   * and one projection with its partitions and a state. `onChange` says when to read again.
   *
   * @param choice what to show in detail; without a projection, the first that is not one of the system's.
   */
  inspect(choice?: PictureChoice): Promise<StorePicture>
  /** Every stream, ordered by name: system streams, metastreams and deleted ones included. Does not read the log. */
  streams(): Promise<readonly ListedStream[]>
  /** The state reason of a faulted projection, and the place in its query; undefined while it is not faulted. */
  fault(projection: string): Promise<QueryProblem | undefined>
  /**
   * The existing streams that `DELETE /projection/{name}` with these flags would delete too, in that order: a dry run. Emitted streams are
   * known only where the projection tracks them.
   */
  removedStreams(projection: string, flags: DeleteFlags): Promise<readonly RemovedStream[]>
  /**
   * Makes the store's projections those of a list, now and after each `clear` and `reset`: creates the missing ones, updates those whose query
   * or permissions differ, and leaves all others. One whose query differs begins again with the first event. Takes the place of the option `projections`.
   *
   * @param projections a list, or in Node where the files are: a folder, or a pattern like `projections/*.js`.
   * @returns what has become of each; a query that faults later is not waited for.
   * @throws StoreError `invalid-options` where a file is wrong, or two have one name; `platform-unsupported` for files outside of Node.
   */
  projectAll(projections: ProjectionSource): Promise<readonly BroughtProjection[]>
  /**
   * Tells what a reset, a deletion or a new query of a projection would do, without doing it: which streams lose events, and how many are
   * written, by all projections. Carries it out on a copy of the store in memory, which takes as long as the projections take there.
   *
   * @throws RefusedRequest where the change would be refused; StoreError `invalid-options` where the copy does not come to rest.
   */
  dryRun(projection: string, change: ProjectionChange, options?: DryRunOptions): Promise<DryRun>
  /** The syntax error of a query; undefined if it parses. Does not run it. */
  check(query: string): Promise<QueryProblem | undefined>
  /**
   * Runs a query over all events of the store in the engine of a real run, without writing, and yields every step: the event, the handler,
   * states before and after, emissions and log lines, or why the event was skipped. The run advances only as its parts are consumed.
   *
   * @throws the reason of `options.signal` where it aborts.
   */
  trace(query: string, options?: TraceOptions): AsyncGenerator<TracePart, void>
  /**
   * Tells what became of the store's events in a projection: how many it read and handled, and why not the others, with their types and
   * streams; and what is wrong in its query. Runs the query over the whole store as `trace` does, without writing.
   *
   * @throws RefusedRequest if there is no such projection.
   */
  explain(projection: string): Promise<Explanation>
  /** Whether events that a query may read were written at or after a position, for example the `end` of a trace. */
  hasGrown(since: number): Promise<boolean>
  /**
   * Adds the content of a scenario to the store.
   *
   * @throws StoreError `invalid-scenario`, which names every problem with its path; the store is unchanged then.
   */
  seed(scenario: Scenario | ScenarioDocument, options?: SeedOptions): Promise<Seeded>
  /** The whole content of the store at this moment, as plain JSON. */
  snapshot(): Promise<Snapshot>
  /**
   * Replaces the whole content of the store; projections continue from where they were when the snapshot was taken.
   *
   * @param snapshot a snapshot, or the text of a file: its JSON, or the output of `rillbox export`.
   * @throws StoreError `invalid-snapshot`; the store is unchanged then.
   */
  restore(snapshot: Snapshot | string): Promise<void>
  /** Removes every stream, projection and user; the store is then a fresh one. */
  clear(): Promise<void>
  /**
   * Goes back to the seed: removes everything, then seeds the scenario of the first `seed` again; without one the store is fresh. Pending long
   * polls get the new content, and projections begin again; `settled()` waits for them. Ids and times that the scenario does not give are
   * new. The request log, faults and listeners stay.
   *
   * The scenario is the one of the first call of `seed`, even where `onlyFresh` made that call do nothing; the store does not know that of
   * another tab or of an earlier visit.
   */
  reset(): Promise<void>
  /**
   * Subscribes to a stream, or to all with `$all`: gives every event that a reader can see, in order and once, and goes on with those that this
   * or another tab writes, until the signal aborts or the store closes; then the iteration ends. Reads as its consumer asks for events, and
   * holds a few hundred of them at most. Links are resolved as by `read`; in `$all` they stay links, since the events are there themselves.
   *
   * @throws RefusedRequest if the stream is or becomes deleted for good, as `read` does; StoreError `contents-replaced` after `clear`,
   *   `reset` and `restore`, in any tab: numbers begin anew, so subscribe again; `invalid-options`; `storage-closed`.
   */
  subscribe<T = unknown>(stream: string, options?: SubscribeOptions): Subscription<EventIn<Events, T> & EventPlacement>
  /**
   * Calls back after every change by this or another tab: of events, projections and their progress, users. The call is only a hint: calls
   * may be merged or repeated, so listeners read again.
   *
   * @returns a function that stops the calls.
   */
  onChange(listener: () => void): () => void
  /**
   * Calls back when `POST /admin/shutdown` has shut the store down and it no longer answers. The store is still open: the host closes it.
   *
   * @returns a function that stops the call.
   */
  onShutdown(listener: () => void): () => void
  /**
   * Calls back with the name of a projection that feeds itself, once per run: it keeps emitting because of its own events, and does not end
   * by itself, as on a server.
   *
   * @returns a function that stops the calls.
   */
  onSelfFeeding(listener: (projection: string) => void): () => void
  /**
   * Answers HTTP and gRPC on a port of its own, until it is closed or the store is: for a back end under test, with a client like
   * `@kurrent/kurrentdb-client`. In Node only.
   *
   * @throws StoreError `platform-unsupported` elsewhere; the platform's error where the port is taken.
   */
  listen(options?: StorePortOptions): Promise<StorePort>
  /** Stops projections and long polls and closes the storage; later calls reject with `storage-closed`. */
  close(): Promise<void>
  /** The last exchanges, as many as the option `requestLog` keeps. */
  readonly requests: RequestLog
  /** Delays, refuses and drops requests, or lets them lose a race. */
  readonly faults: Faults
  /**
   * The time of the store. It can be moved, with `advance` and `advanceTo`, where the environment has these methods, as those of
   * `movableEnvironment` and `repeatableEnvironment` have.
   */
  readonly clock: ClockOfStore
  /** @internal For hosts that carry gRPC calls. */
  readonly [callParts]?: CallParts
}

// Most pages never ask for these, or not when they start.
const ports = later(() => import('./calls/listening.ts'))
const tracing = later(() => import('../projections/trace/trace.ts'))
const explaining = later(() => import('./observe/explain.ts'))
const dryRunning = later(() => import('./observe/dry-run.ts'))

/**
 * @typeParam Events the data of each type of event, e.g. `{ OrderPlaced: { total: number }; OrderCancelled: undefined }`: then `append`
 *   takes no others, and `read` tells them apart by `type`. Nothing is checked at run time.
 * @throws StoreError `invalid-options`, which names every option that is unknown or cannot be used; `platform-unsupported` where Node is too
 *   old, or the environment has no `Request`.
 */
export function createStore<Events extends object = AnyEvents>(options: StoreOptions = {}): Store<Events> {
  checkPlatform()
  checkStoreOptions(options)
  const setup = withDefaults(options)
  const parts = assemble(setup)
  const { storage, streams, projections, scavenges, server } = parts
  const { openQuery, environment, ids, basePath, baseUrl } = setup
  const administrator = createAdministrator(server)
  const send: SendRequest = async (method, path, body) => toResponse(await administrator(requestOf(basePath, { method, path, body })))
  const contents = new StoreContents({ ...parts, environment, ids, settings: setup.settings, send, projectionFiles: options.projections })
  const { opened } = contents
  const direct = respondWith(onlyRequests(whenOpen(contents, parts, administrator)))
  const closing = new AbortController()
  const { faults, requests, answer, watch } = answering(setup, parts, contents, closing.signal)
  const fault = async (projection: string): Promise<QueryProblem | undefined> => {
    await opened
    return problemOf(await projections.fault(projection))
  }

  const open = (): Promise<void> => contents.open()
  const shortcuts = createShortcuts({ fetch: direct, basePath, open, uuid: environment.uuid, fault })

  // Once: a second end would close the storage before the projections of the first have made their last commits.
  let closed: Promise<void> | undefined
  const end = async (): Promise<void> => {
    closing.abort(closedError())
    await opened.catch(() => undefined)
    streams.close()
    await scavenges.close()
    await projections.close()
    await storage.close()
  }

  const store: Store = {
    ...shortcuts,
    baseUrl,
    release: setup.settings.release,
    fetch: respondWith(onlyRequests(answer)),
    direct,
    requests,
    faults,
    clock: clockOf(environment),
    ready: () => opened,
    settled: async (settleOptions) => {
      await opened
      const outcome = await projections.settled(settleOptions)
      if (outcome.kind === 'faulted') throw faultedError(outcome.projections)
      if (outcome.kind === 'aborted') throw settleOptions?.signal?.reason
    },
    unsettled: async () => {
      await opened
      return await projections.unsettled()
    },
    inspect: async (choice = {}) => {
      await opened
      return await inspectStore(parts, choice)
    },
    streams: async () => {
      await opened
      return await storage.read(listStreamsIn)
    },
    partitions: async (projection) => {
      await opened
      return await projections.partitions(projection)
    },
    fault,
    removedStreams: async (projection, flags) => {
      await opened
      return await projections.removedStreams(projection, flags)
    },
    dryRun: async (projection, change, dryRunOptions) => {
      const [{ dryRunOn }, snapshot] = await Promise.all([dryRunning(), contents.snapshot()])
      const { baseUrl: _baseUrl, storage: _storage, environment: given, ...others } = options
      // Its log lines are those of a run that does not happen, and its ids are not taken from those that a repeatable store gives next.
      const apart = { locks: undefined, log: () => undefined, uuid: platformEnvironment().uuid }
      const copy = createStore({ ...others, projections: undefined, environment: { ...given, ...apart } })
      return await dryRunOn(copy, snapshot, { projection, change, ...dryRunOptions })
    },
    check: (query) => checkSyntax(openQuery.check, query),
    async *trace(query, { release = setup.settings.release, ...traceOptions } = {}) {
      refuseProblems('TraceOptions', oneOf(releases)('release', release))
      const [{ traceQuery }] = await Promise.all([tracing(), opened])
      const facts = factsOf(release)
      const services = { storage, environment, openQuery: withSystemQueries(setup.openIn(facts.language), facts.projections), facts }
      yield* traceQuery(services, query, traceOptions)
    },
    explain: async (projection) => {
      const path = `${projectionPath(projection)}/query`
      const response = await direct(new Request(`http://store${basePath}${path}?config=true`))
      if (!response.ok) throw new RefusedRequest(`GET ${path}`, response, await response.text())
      const { query, emitEnabled = false } = (await response.json()) as { query: string; emitEnabled?: boolean }
      const { language } = factsOf(setup.settings.release)
      const row = await storage.read((tx) => tx.row(projectionRows, projection))
      const isNative = row?.definition?.handlerType.startsWith('native:') ?? false
      const { explainTrace } = await explaining()
      return await explainTrace({ query, isNative, emitEnabled, language }, store.trace(query, { emit: emitEnabled, projection }))
    },
    hasGrown: async (since) => {
      await opened
      return await hasGrown(storage, since)
    },
    projectAll: async (list) => {
      refuseProblems('StoreProjection', projectionSource('projections', list))
      return await contents.projectAll(list)
    },
    seed: (scenario, seedOptions) => contents.seed(scenario, seedOptions),
    snapshot: () => contents.snapshot(),
    restore: (snapshot) => contents.restore(snapshot),
    clear: () => contents.clear(),
    reset: () => contents.reset(),
    subscribe: (stream, subscribeOptions) =>
      // The types of events are the caller's claim.
      subscribeTo(
        { storage, environment, open, read: shortcuts.read, closed: closing.signal },
        stream,
        subscribeOptions,
      ) as Subscription<never>,
    onChange: (listener) => storage.onCommit(() => listener()),
    onShutdown: server.node.onStopped,
    onSelfFeeding: (listener) => watchSelfFeeding(storage, projections, { listener, report: environment.report }),
    listen: async (options = {}) => {
      const { openPort } = await ports()
      return await openPort(store, options, closing.signal)
    },
    close: () => (closed ??= end()),
    [callParts]: { ...parts, environment, settings: setup.settings, open, closed: closing.signal, basePath, watch },
  }
  return store
}

type Setup = ReturnType<typeof withDefaults>

function withDefaults(options: StoreOptions) {
  const { baseUrl, storage = memoryStorage(), environment, queries = 'worker', queryWorkerUrl, ...others } = options
  const { openQuery = openAt(queries, queryWorkerUrl), requestLog = 0, faultSeed = 1, strictCors = false, ...given } = others
  const settings: Settings = { ...defaultSettings, ...withoutUndefined(given) }
  const { language } = factsOf(settings.release)
  const whole: Environment = { ...platformEnvironment(), ...environment }
  const ids = continuedIds(whole)
  return {
    baseUrl,
    basePath: baseUrl === undefined ? '' : new URL(baseUrl, 'http://any.origin').pathname.replace(/\/+$/, ''),
    storage,
    environment: { ...whole, uuid: ids.uuid, report: reportOnce(whole.report) },
    ids,
    openQuery: inLanguage(openQuery, language),
    openIn: (other: LanguageFacts) => inLanguage(openQuery, other),
    requestLog,
    faultSeed,
    strictCors,
    settings,
  }
}

const withoutUndefined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<T>

type Parts = ReturnType<typeof assemble>

/** Wires the parts of a store; nothing runs yet. */
function assemble({ storage: whole, openQuery, environment, settings, basePath }: Setup) {
  const { requests: storage, runners: runnerStorage, untilAsked } = requestsFirst(whole)
  const streams = createStreams({ storage, environment })
  const users = createUsers({ storage, streams, environment, settings })
  const subscriptions = createSubscriptions({ storage, environment, facts: factsOf(settings.release).subscriptions })
  const projections = createProjections({
    storage,
    runnerStorage,
    untilAsked,
    streams,
    openQuery: withSystemQueries(openQuery, factsOf(settings.release).projections),
    environment,
    settings,
    whileLeading: () => {
      const stops = [startTicking({ subscriptions, storage, environment }), prepareOnceUsed(storage, openQuery)]
      return () => stops.forEach((stop) => stop())
    },
  })
  const scavenges = lazyScavenges({ storage, environment })
  const node = createNodeState(environment, { inMemory: whole.isVolatile === true })
  const read = flushBeforeReads(streams, subscriptions)
  const routes = routeTable({ streams: read, scavenges, users, projections, subscriptions, node, settings, environment })
  const server: ServerOptions = { routes, users, streams, node, settings, environment, basePath }
  return { storage, streams, read, users, subscriptions, projections, scavenges, server }
}

/** Wraps the server in the CORS check, faults and the request log, which a host's requests pass in reverse order. */
function answering(setup: Setup, parts: Parts, contents: StoreContents, closed: AbortSignal) {
  const { environment, basePath, strictCors, faultSeed, requestLog } = setup
  const { projections, server } = parts
  const served = hintAtEncodedParameters(whenOpen(contents, parts, createServer(server)), environment.hint)
  const answer = hintAtUnknownPaths(served, { routes: server.routes, basePath, tell: environment.hint })
  const { product } = factsOf(setup.settings.release).node
  const pageOrigin = typeof strictCors === 'string' ? { pageOrigin: strictCors } : {}
  const checked = strictCors === false ? answer : checkCors(answer, { product, tell: tellRefusal, ...pageOrigin })
  const stopProjection = async (name: string, reason: string): Promise<boolean> => {
    await contents.open()
    return (await projections.fail(name, reason)).kind === 'failed'
  }
  const {
    faults,
    answer: faulty,
    around,
    race,
    isQuiet,
  } = injectFaults(checked, { seed: faultSeed, environment, basePath, stopProjection, closed })
  const logged = logRequests(faulty, requestLog, environment)
  return { faults, requests: logged.log, answer: logged.answer, watch: { note: logged.note, around, race, isQuiet } }
}

/**
 * A GET starts in a task of its own while the store works, as one over a wire does: work that is nearly done finishes first, readers do not see
 * half of the writes, and a caller that asks in a loop leaves time for the work.
 */
const whenOpen =
  (contents: StoreContents, { projections, scavenges }: Pick<Parts, 'projections' | 'scavenges'>, answer: AnswerRequest): AnswerRequest =>
  async (request) => {
    await contents.open()
    if (request.method === 'GET' && (projections.isWorking() || scavenges.current() !== undefined)) await nextTask()
    return await answer(request)
  }

/** The platform's `fetch` takes an address too, so one may be given here. The class of a request says nothing: it may be of another realm. */
const onlyRequests =
  (answer: AnswerRequest): AnswerRequest =>
  (request) =>
    typeof (request as Partial<Request> | undefined)?.url === 'string'
      ? answer(request)
      : Promise.reject(new TypeError("A store takes a Request, for example new Request('http://localhost:2113/ping')."))

const requestOf = (basePath: string, { method, path, body }: { method: string; path: string; body: string | undefined }): Request =>
  new Request(`http://store${basePath}${path}`, {
    method,
    headers: { Accept: 'application/json', 'Content-Type': 'text/plain' },
    ...(body !== undefined && { body }),
  })

/** A user without a password in the store, whom the server believes as it believes a trusted proxy. */
const administrator = 'admin; $admins'

/** Answers as an administrator, whatever passwords the store's users have. */
function createAdministrator(server: ServerOptions): AnswerRequest {
  const answer = createServer({ ...server, settings: { ...server.settings, trustedAuth: true } })
  const trustedHeaders = factsOf(server.settings.release).http.requestHeaders.trustedAuth
  const [trustedHeader] = trustedHeaders
  return (request) => {
    const trusted = new Request(request)
    trusted.headers.delete('Authorization')
    for (const name of trustedHeaders) trusted.headers.delete(name)
    trusted.headers.set(trustedHeader, administrator)
    return answer(trusted)
  }
}

/** Browsers print refusals too: the page's code sees only a failed fetch. */
// eslint-disable-next-line no-console -- the reason has to stand somewhere
const tellRefusal = (refusal: string): void => console.error(`[rillbox] ${refusal}`)
