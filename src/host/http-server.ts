// Answers requests of a real port from a store: the bridge between node:http and `store.fetch`.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Store, StoreOptions } from '../engine/store.ts'
import { createStore } from '../engine/store.ts'
import { withWebFiles } from './web-files.ts'

export interface ListenOptions {
  /** 0 takes a free one. Default: 2113, the reference's. */
  readonly port?: number
  /** Default: `127.0.0.1`, this machine only. */
  readonly host?: string
}

export interface Listening {
  readonly port: number
  /** Where clients reach the store, no trailing slash. */
  readonly url: string
  /** Takes no more connections, ends the open ones (waiting long polls too) and closes the store. */
  close(): Promise<void>
}

export interface ServeOptions extends StoreOptions, ListenOptions {
  /** Default: true. A client would keep pages that never change for a year, and show them when the store is long another one. */
  readonly disableHttpCaching?: boolean
  /** Folder of a built web interface, served below `/web`. Default: none, as in the store itself. */
  readonly ui?: string | undefined
  /** Called with the open store before anybody can connect, e.g. to seed it. */
  readonly prepare?: (store: Store) => Promise<void>
}

export interface Serving extends Listening {
  readonly store: Store
}

/**
 * Creates a store and answers on a real port until it is closed.
 *
 * @throws what `createStore` and `listen` throw; the store is closed then.
 */
export async function serve({ port, host, ui, prepare, disableHttpCaching = true, ...options }: ServeOptions = {}): Promise<Serving> {
  const store = createStore({ ...options, disableHttpCaching })
  try {
    await store.ready()
    await prepare?.(store)
    const fetch = ui === undefined ? store.fetch : withWebFiles(store.fetch, ui)
    return { ...(await listen({ fetch, close: () => store.close() }, { port, host })), store }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** More than the store accepts (streams-http §22), so that the refusal is the store's own. */
const bodyLimit = 64 * 1024 * 1024

/**
 * Milliseconds that an idle connection is kept, as long as the reference's host keeps it. Node's own five seconds end before the fifteen
 * that some answers promise (streams-http §2.2), and just when a client polls again that waits five seconds between its requests.
 */
const idle = 130_000

/**
 * Answers HTTP requests with the store's own reason phrases, headers and bodies, until it is closed.
 *
 * @throws the platform's error where the port is taken or not allowed (`error.code` is `EADDRINUSE`, `EACCES` …).
 */
export async function listen(store: Pick<Store, 'fetch' | 'close'>, options: ListenOptions = {}): Promise<Listening> {
  const { port = 2113, host = '127.0.0.1' } = options
  const underWay = new Set<Promise<void>>()
  const server = createServer({ keepAliveTimeout: idle }, (incoming, outgoing) => {
    // Sent, or given up by the client.
    const ended = new Promise<void>((resolve) => outgoing.once('close', resolve))
    underWay.add(ended)
    void ended.then(() => underWay.delete(ended))
    void exchange(store, incoming, outgoing)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(void server.off('error', reject)))
  })
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return { port: address.port, url: `http://${name}:${address.port}`, close: () => close(server, store, underWay) }
}

/** Milliseconds that answers under way are given once the store is closed; a client that is silent in the middle of a request ends nothing. */
const patience = 1000

async function close(server: Server, store: Pick<Store, 'close'>, underWay: ReadonlySet<Promise<void>>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // The store answers waiting long polls.
  await store.close()
  const { promise: isLate, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patience)
  await Promise.race([Promise.all(underWay), isLate])
  clearTimeout(timer)
  server.closeAllConnections()
  await closed
}

async function exchange(store: Pick<Store, 'fetch'>, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const aborted = new AbortController()
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) aborted.abort()
  })
  try {
    const body = await readBody(incoming)
    const response = await store.fetch(toRequest(incoming, body, aborted.signal))
    await send(response, incoming, outgoing)
  } catch {
    // The store is closed, or the client went away: there is no answer to give.
    outgoing.destroy()
  }
}

async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | undefined> {
  // Most requests have none, and say so by saying nothing.
  if (incoming.headers['content-length'] === undefined && incoming.headers['transfer-encoding'] === undefined) return undefined
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    length += chunk.length
    // What is over the limit is read and thrown away, so that the client gets its answer.
    if (length <= bodyLimit) chunks.push(chunk)
  }
  return length === 0 ? undefined : new Uint8Array(Buffer.concat(chunks))
}

/** Methods that `Request` refuses; like them, `PATCH` has no route, so the answer is the same (streams-http §24). */
const refusedMethods = new Set(['TRACE', 'TRACK', 'CONNECT'])

function toRequest(incoming: IncomingMessage, body: Uint8Array<ArrayBuffer> | undefined, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', rawHeaders } = incoming
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2) headers.append(rawHeaders[index]!, rawHeaders[index + 1]!)
  const origin = `http://${incoming.headers.host ?? 'localhost'}`
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD'
  return new Request(url.startsWith('/') ? origin + url : url, {
    method: refusedMethods.has(method) ? 'PATCH' : method,
    headers,
    signal,
    ...(hasBody && { body }),
  })
}

/**
 * Of a refused login. A browser would cover the page whose script asked with a dialog of its own and keep the script waiting, so scripts of
 * pages get the scheme of release 23.10, which no browser knows (server-http §2.3). Only browsers say what an answer is for.
 */
const challengeFor = (challenge: string, { headers }: IncomingMessage): string =>
  headers['sec-fetch-dest'] === 'empty' ? challenge.replace(/^Basic /, 'X-Basic ') : challenge

async function send(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (response.type === 'error') {
    outgoing.destroy()
    return
  }
  const body = response.body === null ? undefined : new Uint8Array(await response.arrayBuffer())
  outgoing.sendDate = !response.headers.has('Date')
  const headers = [...response.headers].map(([name, value]) => [name, name === 'www-authenticate' ? challengeFor(value, incoming) : value])
  // Without it Node would send the body in chunks.
  if (body && !response.headers.has('Content-Length')) headers.push(['Content-Length', String(body.length)])
  outgoing.writeHead(response.status, response.statusText || undefined, headers.flat())
  await new Promise<void>((resolve) => outgoing.end(body, resolve))
}
