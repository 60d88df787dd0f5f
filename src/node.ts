// Entry for tests in Node: a store that answers this process's requests, and one as request handlers for msw's `setupServer`.

import { StoreError } from './base/errors.ts'
import type { Store } from './engine/store.ts'
import type { StoreOptions } from './engine/options/store-options.ts'
import { createStore } from './engine/store.ts'
import type { AnyEvents } from './engine/typed-events.ts'
import { resolveBaseUrl } from './host/base-url.ts'
import { storeHandlers } from './host/msw/handlers.ts'
import { mswNotLoaded, mswRunning } from './host/msw/problems.ts'
import { hasReplacedSockets } from './host/msw/running-msw.ts'

export * from './index.ts'
export type { StoreHandlersOptions } from './host/msw/handlers.ts'
export { storeHandlers } from './host/msw/handlers.ts'
export type { RequestHandler } from './host/msw/request-handler.ts'

export interface StartOptions extends StoreOptions {
  /** Where the application reaches the store: an origin like `http://localhost:2113`, with a path or without. */
  readonly baseUrl: string
}

export interface StartedStore<Events extends object = AnyEvents> extends Store<Events> {
  /** The base URL, absolute and without a slash at the end. */
  readonly baseUrl: string
  /** Lets requests go to the network again and closes the store. Another one may be started afterwards. */
  stop(): Promise<void>
  /** The same, for `await using store = await startStore(…)`. */
  [Symbol.asyncDispose](): Promise<void>
}

type SetupServer = (typeof import('msw/node'))['setupServer']

/** Handlers of the stores that are started, by base URL. msw takes one server per process, so they share it. */
const served = new Map<string, ReturnType<typeof storeHandlers>>()
let server: ReturnType<SetupServer> | undefined

/**
 * Starts a store that answers the requests which this process sends to its base URL, through `fetch`, `node:http` and clients built on them. All
 * other requests go to the network. Applications with request handlers of their own give `storeHandlers(store)` to their `setupServer` instead.
 *
 * @typeParam Events as of `createStore`.
 * @throws StoreError `setup-msw-missing`, `setup-msw-failed`, `setup-msw-running`, `setup-started-twice` for a base URL that has a store already,
 *   `invalid-options`, and what the storage says when it cannot be opened.
 */
export async function startStore<Events extends object = AnyEvents>(options: StartOptions): Promise<StartedStore<Events>> {
  const baseUrl = resolveBaseUrl(options.baseUrl).href.replace(/\/$/, '')
  if (served.has(baseUrl)) throw startedTwice(baseUrl)
  served.set(baseUrl, [])
  let store: Store<Events> | undefined
  try {
    const { setupServer } = await import('msw/node').catch((error: unknown) => {
      throw mswNotLoaded(error)
    })
    store = createStore<Events>({ ...options, baseUrl })
    await store.ready()
    if (!server && hasReplacedSockets()) throw mswRunning('setupServer')
    served.set(baseUrl, storeHandlers(store))
    serve(setupServer)
    return startedStore(store, baseUrl, setupServer)
  } catch (error) {
    served.delete(baseUrl)
    await store?.close()
    throw error
  }
}

function startedStore<Events extends object>(store: Store<Events>, baseUrl: string, setupServer: SetupServer): StartedStore<Events> {
  let stopped: Promise<void> | undefined
  const end = async (): Promise<void> => {
    served.delete(baseUrl)
    serve(setupServer)
    await store.close()
  }
  const stop = (): Promise<void> => (stopped ??= end())
  return { ...store, baseUrl, stop, [Symbol.asyncDispose]: stop }
}

/** Msw 2 and 3 have different names for the same option. */
const leaveOthers = { onUnhandledFrame: 'bypass', onUnhandledRequest: 'bypass' } as const

/** Lets msw answer for the stores that are started now. */
function serve(setupServer: SetupServer): void {
  const handlers = [...served.values()].flat()
  if (handlers.length === 0) {
    server?.close()
    server = undefined
  } else if (server) server.resetHandlers(...handlers)
  else {
    server = setupServer(...handlers)
    server.listen(leaveOthers)
  }
}

const startedTwice = (baseUrl: string): StoreError =>
  new StoreError('setup-started-twice', `${baseUrl} has a store already.`, {
    hint: 'Call stop() of the first one before, or give each store a base URL of its own.',
  })
