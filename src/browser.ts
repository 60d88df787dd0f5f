// Entry for pages: answers every request under a base URL from a store in this tab, through msw's Service Worker.

import type { SetupWorker } from 'msw/browser'
import type { StoreError } from './base/errors.ts'
import { isStoreError } from './base/errors.ts'
import { checkFeatures } from './base/platform/features.ts'
import { later } from './base/platform/later.ts'
import type { Store } from './engine/store.ts'
import type { StoreOptions } from './engine/options/store-options.ts'
import type { AnyEvents } from './engine/typed-events.ts'
import { resolveBaseUrl } from './host/base-url.ts'
import { storeHandlers } from './host/msw/handlers.ts'
import { isRefusedByMsw, mswFailed, mswNotLoaded, mswRunning, mswTooOld } from './host/msw/problems.ts'
import { forwardAtOnce, keepEarlyRequests } from './host/msw/early-requests.ts'
import { endIdleSource } from './host/msw/idle-source.ts'
import { hasWorkers, isFromScript, lostControl, takeControl, watchControl } from './host/msw/page-control.ts'
import { withLocalStorage } from './host/msw/local-storage.ts'
import { createProbe } from './host/msw/probe.ts'
import { requestHandler } from './host/msw/request-handler.ts'
import { giveWay, hasReplacedSockets, sendUnasked } from './host/msw/running-msw.ts'
import { offerStore } from './host/offered-stores.ts'
import { leftProjections } from './host/left-projections.ts'
import type { HostedStore } from './host/shared-start.ts'
import { shareStart } from './host/shared-start.ts'
import type { AnsweredByTest } from './host/under-test.ts'
import { underTest } from './host/under-test.ts'
import type { WorkerScript } from './host/msw/worker-script.ts'
import { checkWorkerScript, locateWorkerScript } from './host/msw/worker-script.ts'
import type { StorageNotice } from './storage/notice.ts'
import { printNotice } from './storage/notice.ts'

export * from './index.ts'
export type { StoreHandlersOptions } from './host/msw/handlers.ts'
export { storeHandlers } from './host/msw/handlers.ts'
export type { RequestHandler } from './host/msw/request-handler.ts'
export { indexedDbStorage } from './storage/indexeddb/indexeddb.ts'

export interface StartOptions extends StoreOptions {
  /** Where the application reaches the store: another origin like `http://localhost:2113`, or a path like `/_store`. */
  readonly baseUrl: string
  /**
   * Lets `baseUrl` be the root of the page's own origin: the store answers the paths that the server has (`/streams`, `/projections`,
   * `/users` …), the page's server all others, `/web` included. The official administration pages in a frame need it, because they ask the
   * origin that they come from. Default: false.
   */
  readonly sharesOrigin?: boolean
  /** Name of the IndexedDB database: stores with the same name on one origin are the same store. Default: `rillbox`. */
  readonly name?: string
  /** Where the page's server has msw's worker script. Default: `/mockServiceWorker.js`. */
  readonly workerUrl?: string
  /** Which pages the worker may serve, when that is more than the folder of its script. */
  readonly workerScope?: string
  /**
   * Receives notices: that opening waits for another tab, that the browser has emptied the store since the last visit, or that the page is no
   * longer served, because its worker is gone (`setup-worker-lost`), its data was deleted (`storage-evicted`), or another tab has a newer
   * version (`storage-newer`). Then `startStore` may be called again at once. Default: prints them.
   */
  readonly onNotice?: (notice: StorageNotice) => void
}

export interface StartedStore<Events extends object = AnyEvents> extends Store<Events> {
  /** The base URL, absolute and without a slash at the end. */
  readonly baseUrl: string
  /**
   * Lets requests go to the network again and closes the store. Where `startStore` was called several times with the same options, the last of
   * as many stops does that, and the others do nothing. Another store may be started at once: its start waits for the end of this one.
   */
  stop(): Promise<void>
}

/** Loaded late: a page that imports `startStore` without calling it, as in production, does not load the engine. */
const engine = later(async () => {
  const [{ createStore }, { indexedDbStorage }, { checkStartOptions }] = await Promise.all([
    import('./engine/store.ts'),
    import('./storage/indexeddb/indexeddb.ts'),
    import('./host/start-options.ts'),
  ])
  return { createStore, indexedDbStorage, checkStartOptions }
})

/** A page has one worker, and msw one set of handlers: a second start would silence the first. Pure, so that bundlers can drop it. */
const share = /* @__PURE__ */ shareStart<StartOptions, Omit<StartedStore, 'stop'>>(start, {
  // Hot reloading starts again with the projections as they are then.
  name: 'projections',
  take: async (store, { projections = [] }) => await store.projectAll(projections),
})

/**
 * Starts a store in this tab. When the promise resolves, the next `fetch` of the page is answered by it. A page that was loaded past its
 * Service Worker (by a hard reload) is reloaded instead, once.
 *
 * Where a test of `rillbox/playwright` answers the base URL, the store is the test's: shortcuts reach it through the page's `fetch`, and what
 * belongs to the test (clock, faults, `reset`, `seed` without `onlyFresh` …) throws or rejects with StoreError `under-test`.
 *
 * Called again with the same options, as hot reloading and React's StrictMode do, it gives the same store. Plain values are compared by what
 * they hold, functions and objects with a class (`onNotice`, `storage`) by identity. The store takes other `projections`, as by `projectAll`.
 *
 * @typeParam Events as of `createStore`.
 * @throws StoreError `browser-unsupported`, `setup-started-twice`, `setup-msw-missing`, `setup-msw-failed`, `setup-msw-running`,
 *   `setup-worker-missing`, `setup-worker-failed`, `invalid-options`, `part-missing`, and what the storage says when it cannot be opened (`storage-unavailable`, `storage-newer` …).
 */
export function startStore<Events extends object = AnyEvents>(options: StartOptions): Promise<StartedStore<Events>> {
  // The types of events are the caller's claim, here as everywhere.
  return share(options) as unknown as Promise<StartedStore<Events>>
}

type Msw = typeof import('msw/browser')

/** Only a page that starts a store needs msw: everything else here works without it, on servers too. */
async function loadMsw(): Promise<Msw> {
  const msw = await withLocalStorage(() => import('msw/browser')).catch((error: unknown) => {
    throw mswNotLoaded(error)
  })
  if (!('readyState' in msw.setupWorker())) throw mswTooOld()
  return msw
}

type Started = HostedStore<Omit<StartedStore, 'stop'>>

const tested = later(() => import('./host/tested-store.ts'))

/** Where a test answers the base URL, the page gets the test's store, whatever else a store of its own would need. */
async function start(options: StartOptions): Promise<Started> {
  checkFeatures()
  const baseUrl = resolveBaseUrl(options.baseUrl, { sharesOrigin: options.sharesOrigin }).href.replace(/\/$/, '')
  const answered = underTest()?.answered?.find((each) => each.baseUrl === baseUrl)
  return answered ? await startTested(answered) : await startOwn(options, baseUrl)
}

async function startTested(answered: AnsweredByTest): Promise<Started> {
  const { openTestedStore } = await tested()
  const { store, end } = await openTestedStore(answered)
  return { store, isLost: () => false, end: () => Promise.resolve(end()) }
}

async function startOwn(options: StartOptions, baseUrl: string): Promise<Started> {
  const { name = 'rillbox', workerUrl = '/mockServiceWorker.js', workerScope, sharesOrigin = false, onNotice = print, ...others } = options
  const script = locateWorkerScript(workerUrl, workerScope, new URL(location.href))
  // Without Service Workers (insecure origins) msw replaces the page's own fetch and needs no script.
  const hasWorker = await hasWorkers(script.page)
  const loading = loadMsw()
  // Both are awaited beside the storage; another step may fail before.
  loading.catch(() => undefined)
  engine().catch(() => undefined)
  if (hasWorker) await sendUnasked(script.url.href, () => checkWorkerScript(script))
  else if (hasReplacedSockets()) throw mswRunning('setupWorker')

  let isLost = false
  const notify = (notice: StorageNotice): void => {
    if (notice.kind === 'lost' && isLost) return
    isLost ||= notice.kind === 'lost'
    onNotice(notice)
  }
  const test = underTest()
  const { createStore, indexedDbStorage, checkStartOptions } = await engine()
  checkStartOptions(options)
  const { release = test?.scenario?.release, projections = leftProjections() } = others
  const store = createStore({
    ...others,
    ...(release && { release }),
    projections: test?.projections ?? projections,
    ...(test && { requestLog: Math.max(test.requestLog ?? 0, others.requestLog ?? 0) }),
    baseUrl,
    storage: options.storage ?? indexedDbStorage({ name, onNotice: notify }),
    // A Service Worker does not see the Origin header.
    strictCors: options.strictCors === true ? location.origin : options.strictCors,
  })
  try {
    const [msw] = await Promise.all([loading, store.ready()])
    if (test?.scenario && (await store.seed(test.scenario, { onlyFresh: true })).kind === 'seeded') await store.settled()
    if (hasWorker) {
      await giveWay(script.url.href, () => fetch(script.url))
      await takeControl(script)
    }
    const page = await servePage({ msw, store, baseUrl, sharesOrigin, script, lose: (error) => notify({ kind: 'lost', error }) })
    const end = async () => {
      withdraw()
      if (test) delete test.store
      await page.stop()
      await store.close()
    }
    const served = { ...store, baseUrl }
    const withdraw = offerStore({ store: served, name: baseUrl })
    if (test) test.store = served
    return { store: served, isLost: () => isLost, end }
  } catch (error) {
    await store.close()
    if (isRefusedByMsw(error)) throw mswRunning('setupWorker', error)
    throw isStoreError(error) ? error : mswFailed('start', error)
  }
}

/** Milliseconds that a stop waits for a worker that is starting. */
const startPatience = 3000

interface Served {
  readonly msw: Msw
  readonly store: Pick<Store, 'fetch'>
  readonly baseUrl: string
  readonly sharesOrigin: boolean
  readonly script: WorkerScript
  lose(error: StoreError): void
}

/** Lets msw answer the page's requests, and goes on with another worker where one takes the place of the first. */
async function servePage({ msw, store, baseUrl, sharesOrigin, script, lose }: Served): Promise<{ stop(): Promise<void> }> {
  const probe = createProbe(baseUrl)
  const handlers = [
    requestHandler({
      header: 'probe of the store',
      matches: (url) => url === probe.url,
      answer: () => Promise.resolve(new Response(probe.answer)),
    }),
    ...storeHandlers(store, { baseUrl, sharesOrigin }),
  ]
  let worker: SetupWorker | undefined
  /** Whether the worker has started, once it has or cannot. */
  let hasStarted = Promise.resolve(false)
  const activate = async (): Promise<void> => {
    // Known before it has started: another one may take its place meanwhile.
    worker = msw.setupWorker(...handlers)
    const options = { scope: script.scope.href }
    const serviceWorker = { url: script.url.href, options }
    const starting = worker.start({ quiet: true, onUnhandledFrame: 'bypass', serviceWorker, findWorker: isFromScript })
    hasStarted = starting.then(
      () => true,
      () => false,
    )
    await starting
  }
  const early = keepEarlyRequests()
  await activate()
  /** Counts the changes of the controller, and the end: what an earlier one has begun no longer counts. */
  let turn = 0
  const watch = watchControl((controller) => {
    turn += 1
    const mine = turn
    const isLast = (): boolean => mine === turn
    follow(controller, isLast).catch((error: unknown) => {
      if (isLast()) give(error)
    })
  })
  const endWatch = () => {
    turn += 1
    watch.end()
    early.end()
  }
  /** Does not wait: a lost worker never answers. */
  const leave = () => {
    void worker?.stop()
    worker = undefined
  }
  const follow = async (controller: ServiceWorker | null, isLast: () => boolean): Promise<void> => {
    leave()
    if (!controller || !isFromScript(controller.scriptURL, script.url.href)) throw lostControl()
    forwardAtOnce(controller)
    await activate()
    if (isLast()) await probe.send()
  }
  const give = (error: unknown): void => {
    endWatch()
    leave()
    lose(isStoreError(error) ? error : lostControl(error))
  }
  const stop = async () => {
    endWatch()
    // msw answers on if it is stopped while it starts, and waits for ever for a worker that is gone.
    const late = Promise.withResolvers<false>()
    const timer = setTimeout(() => late.resolve(false), startPatience)
    const isStarted = await Promise.race([hasStarted, late.promise])
    clearTimeout(timer)
    if (isStarted) await worker?.stop()
    else leave()
  }
  try {
    await probe.send()
    await endIdleSource(msw)
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

function print(notice: StorageNotice): void {
  // eslint-disable-next-line no-console -- the page has asked for nothing that could reject
  if (notice.kind === 'lost') console.error(notice.error)
  else printNotice(notice)
}
