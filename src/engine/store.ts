// Puts the parts together: the only file that knows all of them.

import type { Environment } from '../base/environment.ts'
import { platformEnvironment } from '../base/environment.ts'
import { StoreError } from '../base/errors.ts'
import type { Settings } from '../base/settings.ts'
import { defaultSettings } from '../base/settings.ts'
import { createNodeState } from '../http/node-state.ts'
import { routeTable } from '../http/routes.ts'
import { createServer } from '../http/server.ts'
import { createProjections } from '../projections/projections.ts'
import type { OpenQuery } from '../query/query.ts'
import { withSystemQueries } from '../query/system.ts'
import { memoryStorage } from '../storage/memory.ts'
import type { Storage } from '../storage/storage.ts'
import { createScavenges } from '../streams/scavenge.ts'
import { createStreams } from '../streams/streams.ts'
import { createSubscriptions } from '../subscriptions/subscriptions.ts'
import { startTicking } from '../subscriptions/ticker.ts'
import { createUsers } from '../users/users.ts'
import { checkCors } from './cors-check.ts'
import type { Faults } from './faults.ts'
import { injectFaults } from './faults.ts'
import type { RequestLog } from './request-log.ts'
import { logRequests } from './request-log.ts'
import { lookFirst } from './look-first.ts'

export interface StoreOptions extends Partial<Settings> {
  /** Where clients reach the store; its path is cut before routing and put into every link. Default: any origin, no path. */
  readonly baseUrl?: string
  /** Default: in memory. */
  readonly storage?: Storage
  /** Parts of the platform to replace, e.g. the clock. */
  readonly environment?: Partial<Environment>
  /** Where JavaScript queries run; the built-in ones need no engine. Default: QuickJS, in a Worker of its own where the platform has Workers. */
  readonly openQuery?: OpenQuery
  /** How many exchanges `requests` remembers, bodies included. Default: 0, none. */
  readonly requestLog?: number
  /** Repeats the faults that hang on chance. Default: 1. */
  readonly faultSeed?: number
  /**
   * Refuses and hides what a page on another origin could not have sent or read; interceptors skip these rules of the browser.
   * True takes the page's origin from the request's `Origin` header; a text is that origin.
   */
  readonly strictCors?: boolean | string
}

export interface Store {
  /**
   * Answers one request as the server would. Rejects only with a `StoreError`, where the environment is broken.
   *
   * @param request any origin; a path outside `baseUrl` is answered 404.
   */
  fetch(request: Request): Promise<Response>
  /** The same, past the request log, faults and the CORS check: for tests and panels that look without being seen. */
  direct(request: Request): Promise<Response>
  /** Resolves when the storage is open and holds what a fresh store holds. Rejects with the `StoreError` that every later call gets. */
  ready(): Promise<void>
  /** Resolves when every running projection has passed the end of the log as of this call. */
  settled(): Promise<void>
  /** Removes every stream, projection and user, and starts over as a fresh store. */
  clear(): Promise<void>
  /** Stops projections and long polls and closes the storage; what comes later rejects with `storage-closed`. */
  close(): Promise<void>
  /** The last exchanges, where the option `requestLog` asks for them. */
  readonly requests: RequestLog
  /** Makes requests late, refused, dropped or beaten in a race. */
  readonly faults: Faults
}

export function createStore(options: StoreOptions = {}): Store {
  const { baseUrl, storage = memoryStorage(), environment: replaced, openQuery = openByPlatform, ...others } = options
  const { requestLog = 0, faultSeed = 1, strictCors = false, ...given } = others
  const basePath = readBasePath(baseUrl)
  const settings: Settings = { ...defaultSettings, ...withoutUndefined(given) }
  const environment: Environment = { ...platformEnvironment(), ...replaced }

  const streams = createStreams({ storage, environment })
  const users = createUsers({ storage, streams, environment, settings })
  const subscriptions = createSubscriptions({ storage, environment })
  const projections = createProjections({
    storage,
    streams,
    openQuery: withSystemQueries(openQuery),
    environment,
    settings,
    whileLeading: () => startTicking({ subscriptions, storage, environment }),
  })
  const scavenges = createScavenges({ storage, environment })
  const node = createNodeState(environment)
  const read = lookFirst(streams, subscriptions)
  const routes = routeTable({ streams: read, scavenges, users, projections, subscriptions, node, settings, environment })
  const serve = createServer({ routes, users, streams, node, settings, environment, basePath })

  const writeStartStreams = (clearFirst: boolean): Promise<void> =>
    storage.write(async (tx) => {
      if (clearFirst) tx.clear()
      await streams.startIn(tx)
      await users.startIn(tx)
      await projections.startIn(tx)
      await subscriptions.startIn(tx)
    })

  const opened = writeStartStreams(false).then(() => projections.start())
  // Whoever calls next gets the error; nobody may be awaiting it yet.
  opened.catch(() => undefined)

  const answer = async (request: Request): Promise<Response> => {
    await opened
    return serve(request)
  }
  const checked = strictCors === false ? answer : checkCors(answer, strictCors === true ? undefined : strictCors)
  const faulty = injectFaults(checked, { seed: faultSeed, environment, basePath })
  const logged = logRequests(faulty.fetch, requestLog, environment.now)

  return {
    fetch: logged.fetch,
    direct: answer,
    requests: logged.log,
    faults: faulty.faults,
    ready: () => opened,
    settled: async () => {
      await opened
      await projections.settled()
    },
    clear: async () => {
      await opened
      await writeStartStreams(true)
    },
    close: async () => {
      await opened.catch(() => undefined)
      streams.close()
      await scavenges.close()
      await projections.close()
      await storage.close()
    },
  }
}

const openByPlatform: OpenQuery = async (source, options) => {
  const { openInQuickJs } = await import('../query/quickjs.ts')
  return openInQuickJs(source, options)
}

const withoutUndefined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<T>

function readBasePath(baseUrl: string | undefined): string {
  if (baseUrl === undefined) return ''
  try {
    return new URL(baseUrl, 'http://any.origin').pathname.replace(/\/+$/, '')
  } catch (cause) {
    throw new StoreError('invalid-options', `"${baseUrl}" is no base URL.`, {
      hint: 'Give an absolute URL such as "http://localhost:2113" or a path such as "/_store".',
      cause,
    })
  }
}
