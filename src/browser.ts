// Entry for pages: answers every request under a base URL from a store in this tab, through msw's Service Worker.

import { setupWorker } from 'msw/browser'
import { StoreError } from './base/errors.ts'
import type { Store, StoreOptions } from './engine/store.ts'
import { createStore } from './engine/store.ts'
import { resolveBaseUrl } from './host/base-url.ts'
import { storeHandlers } from './host/handlers.ts'
import { underTest } from './host/under-test.ts'
import { checkWorkerScript, locateWorkerScript } from './host/worker-script.ts'
import { indexedDbStorage } from './storage/indexeddb.ts'

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
}

export interface StartedStore extends Store {
  /** The base URL, absolute and without a slash at the end. */
  readonly baseUrl: string
  /** Lets requests go to the network again and closes the store. Another store may be started afterwards. */
  stop(): Promise<void>
}

/** A page has one worker, and msw one set of handlers for it: a second start would silence the first. */
let isStarted = false

/**
 * Starts a store in this tab. When the promise resolves, the next `fetch` of the page is answered by it.
 *
 * @throws StoreError `setup-started-twice`, `setup-worker-missing`, `setup-worker-failed`, `invalid-options`, and what the
 *   storage says when it cannot be opened (`storage-unavailable`, `storage-newer` …).
 */
export async function startStore(options: StartOptions): Promise<StartedStore> {
  if (isStarted) {
    throw new StoreError('setup-started-twice', 'A store is already started in this page.', {
      hint: 'Call stop() of the first one before, or serve several stores with createStore() and storeHandlers() in one setupWorker().',
    })
  }
  isStarted = true
  try {
    return await start(options)
  } catch (error) {
    isStarted = false
    throw error
  }
}

async function start({
  name = 'rillbox',
  workerUrl = '/mockServiceWorker.js',
  workerScope,
  sharesOrigin = false,
  ...options
}: StartOptions): Promise<StartedStore> {
  const baseUrl = resolveBaseUrl(options.baseUrl, { sharesOrigin }).href.replace(/\/$/, '')
  const script = locateWorkerScript(workerUrl, workerScope, new URL(location.href))
  // Without Service Workers (insecure origins) msw replaces the page's own fetch and needs no script.
  if ('serviceWorker' in navigator) await checkWorkerScript(script)

  const test = underTest()
  const store = createStore({
    ...options,
    ...(test && { requestLog: Math.max(test.requestLog, options.requestLog ?? 0) }),
    baseUrl,
    storage: options.storage ?? indexedDbStorage({ name }),
    // A Service Worker is not shown the header that names the page's origin.
    strictCors: options.strictCors === true ? location.origin : options.strictCors,
  })
  const worker = setupWorker(...storeHandlers(store, { baseUrl, sharesOrigin }))
  try {
    await store.ready()
    if (test?.scenario && (await store.seed(test.scenario, { onlyFresh: true })).kind === 'seeded') await store.settled()
    await worker.start({
      quiet: true,
      onUnhandledFrame: 'bypass',
      serviceWorker: { url: script.url.href, ...(workerScope === undefined ? {} : { options: { scope: script.scope.href } }) },
    })
  } catch (error) {
    await store.close()
    throw error instanceof StoreError ? error : registrationFailed(error)
  }
  const started: StartedStore = {
    ...store,
    baseUrl,
    stop: async () => {
      if (test) delete test.store
      await worker.stop()
      await store.close()
      isStarted = false
    },
  }
  if (test) test.store = started
  return started
}

const registrationFailed = (cause: unknown): StoreError =>
  new StoreError('setup-worker-failed', 'The browser refused the Service Worker.', {
    hint: 'Service Workers need a secure origin (https or localhost) and cookies that are not blocked; reload the page before another try.',
    cause,
  })
