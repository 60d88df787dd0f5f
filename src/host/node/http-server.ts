// Listens on a real port and answers from a store, until it is closed or the store is told to shut down.

import type { AddressInfo } from 'node:net'
import { isStoreError } from '../../base/errors.ts'
import { isError } from '../../base/platform/realms.ts'
import type { OptionsType, StoreOptions } from '../../engine/options/store-options.ts'
import { checkOptions } from '../../engine/options/store-options.ts'
import { flag, list, text, when } from '../../engine/shape.ts'
import type { CallParts } from '../../engine/calls/call-parts.ts'
import { callParts } from '../../engine/calls/call-parts.ts'
import type { Store } from '../../engine/store.ts'
import type { AnswerOrRespond } from '../../base/answer.ts'
import { plainly } from '../../base/answer.ts'
import { createStore } from '../../engine/store.ts'
import { AnswerBodies } from './answer-bodies.ts'
import { createGuard, isLocalHost, knownHosts } from './caller-guard.ts'
import type { Incoming, LongBodies, Outgoing } from './exchange.ts'
import { exchange } from './exchange.ts'
import { exposure } from './exposure.ts'
import { Turns } from './turns.ts'
import type { Certificate, ProtocolServer } from './two-protocols.ts'
import { createProtocolServer } from './two-protocols.ts'
import { withWebFiles } from './pages/web-files.ts'
import { withWorkbench } from '../workbench.ts'

export interface ListenOptions {
  /** 0 takes a free port. Default: 2113, EventStoreDB's. */
  readonly port?: number
  /** Default: `127.0.0.1`, this machine only. */
  readonly host?: string
  /**
   * Names under which clients may reach the store, besides this machine's own and `host`, for example `es.test`; `*` for all. A page of a stranger
   * can give its name the address of this machine.
   */
  readonly allowHosts?: readonly string[] | undefined
  /** Origins whose pages may use the store, besides this machine's own and the store's, for example `https://app.test`; `*` for all, as EventStoreDB. */
  readonly allowOrigins?: readonly string[] | undefined
  /** Serves TLS, for HTTP/1.1 and HTTP/2. Default: none, and a plain port. */
  readonly certificate?: Certificate | undefined
  /**
   * Receives warnings for the operator: one for each refused host and origin, for each error that keeps the store from answering, and where
   * other machines reach a store that asks for no credentials or whose users have their default passwords; from `serve` also what the store
   * says about paths that no route has. Default: `console.warn`.
   */
  readonly warn?: (line: string) => void
}

/** The served store, or functions around one. */
export type ServedStore = Pick<Store, 'close'> & { readonly fetch: AnswerOrRespond } & LongBodies &
  Partial<Pick<Store, 'onShutdown' | 'release'>> & { readonly [callParts]?: CallParts }

export interface Listening {
  readonly port: number
  /** Where clients reach the store, without a trailing slash. */
  readonly url: string
  /** Refuses new connections, ends the open ones (pending long polls too) and closes the store. */
  close(): Promise<void>
  /** Resolves when the server is closed: by `close`, or by `POST /admin/shutdown`. */
  readonly closed: Promise<void>
}

export interface ServeOptions extends StoreOptions, ListenOptions {
  /** Default: true. Otherwise clients cache unchanging pages for a year, even when the port already serves another store. */
  readonly disableHttpCaching?: boolean
  /** Folder of a built web interface, served below `/web`. Default: none, as in the store itself. */
  readonly ui?: string | undefined
  /**
   * Answers the control routes below `/-`, with which clients in any language clear, seed, wait and look; the store's clock can be moved, and
   * its last 1000 requests are kept. Default: false.
   */
  readonly control?: boolean
  /** Makes the store repeat itself: ids and chances are the same in every run, and time stands at `clock` until it is moved. */
  readonly seed?: number | undefined
  /** ISO 8601: where time stands until it is moved. Default: real time, or with a seed 2026-01-01T00:00:00Z. */
  readonly clock?: string | undefined
  /** Called with the open store before a client can connect, for example to seed it. */
  readonly prepare?: (store: Store) => Promise<void>
}

export interface Serving extends Listening {
  readonly store: Store
}

const readScript = async (name: string): Promise<Uint8Array<ArrayBuffer> | undefined> =>
  await (await import('./pages/packaged-files.ts')).readPackagedScript(name)

/**
 * Creates a store and answers on a real port until it is closed.
 *
 * @throws the errors of `createStore` and `listen`; the store is closed then.
 */
export async function serve(options: ServeOptions = {}): Promise<Serving> {
  checkOptions(options, serveOptions)
  const {
    port,
    host = loopback,
    allowHosts,
    allowOrigins,
    certificate,
    warn = toConsole,
    ui,
    prepare,
    control = false,
    seed,
    clock,
    disableHttpCaching = true,
    ...others
  } = options
  const place = { host, allowHosts, allowOrigins, certificate, warn }
  const given = { ...others, adminUi: others.adminUi ?? ui !== undefined, disableHttpCaching }
  // Who does not ask for control loads nothing of it.
  const controlling = control || seed !== undefined || clock !== undefined ? await import('../controlled.ts') : undefined
  const controlled = controlling?.controlledOptions({ control, seed, clock })
  const environment = { ...controlled?.environment, hint: warn, ...given.environment }
  const store = createStore({ ...controlled, ...given, environment })
  try {
    await store.ready()
    await prepare?.(store)
    const known = { hosts: knownHosts(place), isExposed: !isLocalHost(host) }
    const answer = ui === undefined ? withWorkbench(store.fetch, { control, readScript, ...known }) : withWebFiles(store.fetch, ui)
    const { fetch, close, mostBytesAt } = (control
      ? controlling?.control({ store, answer, given, place, listen, ...known })
      : undefined) ?? {
      fetch: answer,
      close: () => store.close(),
      mostBytesAt: undefined,
    }
    const { onShutdown, release } = store
    const served = { fetch, close, ...(mostBytesAt && { mostBytesAt }), onShutdown, release, [callParts]: store[callParts] }
    const listening = await listen(served, { port, ...place })
    return { ...listening, store }
  } catch (error) {
    await store.close()
    throw error
  }
}

const loopback = '127.0.0.1'

const texts = list(text)
const callable = when('a function', (value) => typeof value === 'function')
const serveOptions: OptionsType = {
  type: 'ServeOptions',
  own: {
    // The platform refuses ports that are none.
    port: { check: when('a number', (value) => typeof value === 'number') },
    host: { check: text },
    allowHosts: { check: texts },
    allowOrigins: { check: texts },
    certificate: { check: when('an object with cert and key', (value) => typeof value === 'object' && value !== null) },
    ui: { check: text },
    control: { check: flag },
    seed: { check: when('a whole number', (value) => Number.isInteger(value)) },
    clock: {
      check: when('a time like "2026-01-01T09:00:00Z"', (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))),
    },
    prepare: { check: callable },
    warn: { check: callable },
  },
}

/**
 * Milliseconds to keep an idle connection, as EventStoreDB's host does. Node's own five seconds end before the fifteen that some answers
 * promise (streams-http §2.2), and race with a client that polls every five seconds.
 */
const idle = 130_000

/**
 * Answers HTTP requests with the store's own reason phrases, headers and bodies, until it is closed or the store is told to shut down.
 * Refuses requests that name another host, and those of other sites' pages, unless the options allow them.
 *
 * @throws the platform's error where the port is none, taken or not allowed (`error.code` is `EADDRINUSE`, `EACCES` …), and StoreError
 *   `invalid-options` where a host or an origin is none.
 */
export async function listen(store: ServedStore, options: ListenOptions = {}): Promise<Listening> {
  const { port = 2113, host = loopback, allowHosts = [], allowOrigins = [], certificate, warn = toConsole } = options
  const judge = createGuard({ host, allowHosts, allowOrigins })
  const exposed = await exposure(store[callParts], host)
  const warnOnce = onceEach(warn)
  const bridge = {
    store: { ...store, fetch: plainly(store.fetch) },
    judge,
    bodies: new AnswerBodies(),
    turns: new Turns(),
    onRefused: warnOnce,
    onFailed: (error: unknown) => warnOnce(unanswered(error)),
  }
  const underWay = new Set<Promise<void>>()
  const track = (ended: Promise<void>): void => {
    underWay.add(ended)
    void ended.then(() => underWay.delete(ended))
  }
  const closing = new AbortController()
  const onRequest = (incoming: Incoming, outgoing: Outgoing): void => {
    // Sent, or given up by the client.
    track(new Promise<void>((resolve) => outgoing.once('close', resolve)))
    void exchange(bridge, incoming, outgoing)
  }
  const protocols = createProtocolServer(
    {
      onRequest,
      onFailed: bridge.onFailed,
      loadStreams: async () =>
        (await import('./calls/streams.ts')).takeStreams({
          parts: store[callParts],
          judge,
          onRefused: bridge.onRefused,
          onFailed: bridge.onFailed,
          scheme: certificate ? 'https' : 'http',
          closing: closing.signal,
          onRequest,
          onCall: (stream) => track(new Promise<void>((resolve) => stream.once('close', resolve))),
        }),
    },
    { keepAliveTimeout: idle, certificate },
  )
  const { server } = protocols
  server.on('connect', (_incoming, socket) => socket.end(noTunnels))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => resolve(void server.off('error', reject)))
  })
  if (exposed !== undefined) warn(exposed)
  // Node loads it when it is first read, and the first client need not wait for that.
  setImmediate(() => void globalThis.Request)
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  const closed = Promise.withResolvers<void>()
  let isClosing = false
  const closeOnce = (): Promise<void> => {
    if (!isClosing) {
      closing.abort()
      closed.resolve(close(protocols, store, underWay))
    }
    isClosing = true
    return closed.promise
  }
  store.onShutdown?.(() => void closeOnce())
  return {
    port: address.port,
    url: `${certificate ? 'https' : 'http'}://${name}:${address.port}`,
    close: closeOnce,
    closed: closed.promise,
  }
}

// eslint-disable-next-line no-console -- a server's operator reads the console
const toConsole = (line: string): void => console.warn(line)

/** Most lines: pages can invent any number of names. */
const mostWarnings = 20

/** @returns a function that passes each line on once, up to that number. */
function onceEach(warn: (line: string) => void): (line: string) => void {
  const told = new Set<string>()
  return (line) => {
    if (told.size >= mostWarnings || told.has(line)) return
    told.add(line)
    warn(line)
  }
}

/** The client sees only a connection that ends. A bug keeps its stack trace. */
const unanswered = (error: unknown): string =>
  `A request could not be answered: ${isStoreError(error) ? error.message : isError(error) ? (error.stack ?? error.message) : String(error)}`

const noTunnels = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** Milliseconds for answers under way once the store is closed; a client that stalls in the middle of a request cannot delay the end further. */
const patience = 700

async function close(protocols: ProtocolServer, store: Pick<Store, 'close'>, underWay: ReadonlySet<Promise<void>>): Promise<void> {
  const closed = new Promise<void>((resolve) => protocols.server.close(() => resolve()))
  const sessionsEnded = protocols.endSessions()
  // The store answers waiting long polls, and ends subscriptions.
  await store.close()
  const { promise: isLate, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patience)
  await Promise.race([Promise.all([...underWay, sessionsEnded]), isLate])
  clearTimeout(timer)
  protocols.cutConnections()
  await closed
}
