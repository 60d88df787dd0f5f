// Entry for pages: answers every request under a base URL from a store in this tab, through msw's Service Worker.

import type { SetupWorker } from 'msw/browser'
import { setupWorker } from 'msw/browser'
import { http } from 'msw/http'
import { StoreError } from './base/errors.ts'
import { checkFeatures } from './base/features.ts'
import type { Store, StoreOptions } from './engine/store.ts'
import { createStore } from './engine/store.ts'
import { resolveBaseUrl } from './host/base-url.ts'
import { storeHandlers } from './host/handlers.ts'
import { isFromScript, lostControl, registrationFailed, takeControl, watchControl } from './host/page-control.ts'
import { createProbe } from './host/probe.ts'
import { underTest } from './host/under-test.ts'
import type { WorkerScript } from './host/worker-script.ts'
import { checkWorkerScript, locateWorkerScript } from './host/worker-script.ts'
import { indexedDbStorage } from './storage/indexeddb.ts'
import type { StorageNotice } from './storage/notice.ts'
import { printNotice } from './storage/notice.ts'

export * from './index.ts'
export type { StoreHandlersOptions } from './host/handlers.ts'
export { storeHandlers } from './host/handlers.ts'
export { indexedDbStorage } from './storage/indexeddb.ts'

export interface StartOptions extends StoreOptions {
  /** Where the application reaches the store: another origin such as `http://localhost:2113`, or a path such as `/_store`. */
  readonly baseUrl: string
  /**
   * Lets `baseUrl` be the root of the page's own origin: the store answers the paths that the reference has (`/streams`, `/projections`,
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
   * Told what nobody asked for: that opening waits for another tab, that the browser has emptied the store since the last visit, or that this
   * page is served no longer, because its worker is gone (`setup-worker-lost`), its data was deleted (`storage-evicted`), or another tab
   * has a newer version (`storage-newer`). Then `startStore` may be called again at once. Default: prints it.
   */
  readonly onNotice?: (notice: StorageNotice) => void
}

export interface StartedStore extends Store {
  /** The base URL, absolute and without a slash at the end. */
  readonly baseUrl: string
  /** Lets requests go to the network again and closes the store. Another store may be started afterwards. */
  stop(): Promise<void>
}

/** A page has one worker, and msw one set of handlers for it: a second start would silence the first. */
let started: { isLost(): boolean; stop(): Promise<void> } | 'starting' | undefined

/**
 * Starts a store in this tab. When the promise resolves, the next `fetch` of the page is answered by it. A page that was loaded past its
 * Service Worker (by a hard reload) is reloaded instead, once.
 *
 * @throws StoreError `browser-unsupported`, `setup-started-twice`, `setup-worker-missing`, `setup-worker-failed`, `invalid-options`, and what the
 *   storage says when it cannot be opened (`storage-unavailable`, `storage-newer` …).
 */
export async function startStore(options: StartOptions): Promise<StartedStore> {
  if (started !== undefined && (started === 'starting' || !started.isLost())) {
    throw new StoreError('setup-started-twice', 'A store is already started in this page.', {
      hint: 'Call stop() of the first one before, or serve several stores with createStore() and storeHandlers() in one setupWorker().',
    })
  }
  checkFeatures()
  const before = started
  started = 'starting'
  try {
    await before?.stop()
    const { store, isLost } = await start(options)
    started = { isLost, stop: () => store.stop() }
    return store
  } catch (error) {
    started = undefined
    throw error
  }
}

async function start(options: StartOptions): Promise<{ store: StartedStore; isLost: () => boolean }> {
  const { name = 'rillbox', workerUrl = '/mockServiceWorker.js', workerScope, sharesOrigin = false, onNotice = print, ...others } = options
  const baseUrl = resolveBaseUrl(options.baseUrl, { sharesOrigin }).href.replace(/\/$/, '')
  const script = locateWorkerScript(workerUrl, workerScope, new URL(location.href))
  // Without Service Workers (insecure origins) msw replaces the page's own fetch and needs no script.
  const hasWorker = 'serviceWorker' in navigator
  if (hasWorker) await checkWorkerScript(script)

  let isLost = false
  const notify = (notice: StorageNotice): void => {
    if (notice.kind === 'lost' && isLost) return
    isLost ||= notice.kind === 'lost'
    onNotice(notice)
  }
  const test = underTest()
  const store = createStore({
    ...others,
    ...(test && { requestLog: Math.max(test.requestLog, others.requestLog ?? 0) }),
    baseUrl,
    storage: options.storage ?? indexedDbStorage({ name, onNotice: notify }),
    // A Service Worker is not shown the header that names the page's origin.
    strictCors: options.strictCors === true ? location.origin : options.strictCors,
  })
  try {
    await store.ready()
    if (test?.scenario && (await store.seed(test.scenario, { onlyFresh: true })).kind === 'seeded') await store.settled()
    if (hasWorker) await takeControl(script)
    const page = await servePage({ store, baseUrl, sharesOrigin, script, lose: (error) => notify({ kind: 'lost', error }) })
    const stop = async () => {
      if (test) delete test.store
      await page.stop()
      await store.close()
      if (started !== 'starting') started = undefined
    }
    const served: StartedStore = { ...store, baseUrl, stop }
    if (test) test.store = served
    return { store: served, isLost: () => isLost }
  } catch (error) {
    await store.close()
    throw error instanceof StoreError ? error : registrationFailed(error)
  }
}

interface Served {
  readonly store: Pick<Store, 'fetch'>
  readonly baseUrl: string
  readonly sharesOrigin: boolean
  readonly script: WorkerScript
  lose(error: StoreError): void
}

/** Lets msw answer the page's requests, and goes on with another worker where one takes the place of the first. */
async function servePage({ store, baseUrl, sharesOrigin, script, lose }: Served): Promise<{ stop(): Promise<void> }> {
  const probe = createProbe(baseUrl)
  const handlers = [
    http.get(
      ({ request }) => request.url === probe.url,
      () => new Response(probe.answer),
    ),
    ...storeHandlers(store, { baseUrl, sharesOrigin }),
  ]
  const activate = async () => {
    const worker = setupWorker(...handlers)
    const options = { scope: script.scope.href }
    const serviceWorker = { url: script.url.href, options }
    await worker.start({ quiet: true, onUnhandledFrame: 'bypass', serviceWorker, findWorker: isFromScript })
    return worker
  }
  let worker: SetupWorker | undefined = await activate()
  const watch = watchControl((controller) => void follow(controller).catch(give))
  /** A worker that is gone answers no farewell. */
  const leave = () => {
    void worker?.stop()
    worker = undefined
  }
  const follow = async (controller: ServiceWorker | null): Promise<void> => {
    leave()
    if (!controller || !isFromScript(controller.scriptURL, script.url.href)) throw lostControl()
    worker = await activate()
    await probe.send()
  }
  const give = (error: unknown): void => {
    watch.end()
    leave()
    lose(error instanceof StoreError ? error : lostControl(error))
  }
  const stop = async () => {
    watch.end()
    await worker?.stop()
  }
  try {
    await probe.send()
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
