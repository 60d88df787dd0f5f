// Carries one exchange between HTTP/1.1 or HTTP/2 and a store's `fetch`: the request in, the response out, refusals of the host's own.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isStoreError } from '../../base/errors.ts'
import type { Release } from '../../base/release/facts.ts'
import { defaultRelease, factsOf } from '../../base/release/releases.ts'
import type { Store } from '../../engine/store.ts'
import type { PlainAnswer, Answered, AnswerOrRespond } from '../../base/answer.ts'
import { fromResponse, headerOf } from '../../base/answer.ts'
import type { AnswerBodies } from './answer-bodies.ts'
import type { Caller, Verdict } from './caller-guard.ts'
import { discardRest } from './discard-rest.ts'
import { readBody } from './request-body.ts'
import type { RequestTarget } from './request-target.ts'
import { readTarget } from './request-target.ts'
import type { Turns } from './turns.ts'

/** A request of either version: HTTP/2 has the host, and more, among its headers under names with a colon. */
export type Incoming = IncomingMessage | Http2ServerRequest
export type Outgoing = ServerResponse | Http2ServerResponse

const isHttp2 = ({ httpVersionMajor }: Incoming): boolean => httpVersionMajor === 2

export interface LongBodies {
  /** Most bytes of a body at this path; undefined, or without the function: as many as the server takes. */
  readonly mostBytesAt?: (path: string) => number | undefined
}

export interface Bridge {
  readonly store: Partial<Pick<Store, 'release'>> & LongBodies & { readonly fetch: AnswerOrRespond }
  readonly judge: (caller: Caller) => Verdict
  readonly bodies: AnswerBodies
  readonly turns: Turns
  /** Called with the reason of every request refused for its origin or host. */
  readonly onRefused: (sentence: string) => void
  /** Called with the error of a store that cannot answer a client which still waits. */
  readonly onFailed: (error: unknown) => void
}

export async function exchange(bridge: Bridge, incoming: Incoming, outgoing: Outgoing): Promise<void> {
  const { store, judge, turns, onRefused } = bridge
  const aborted = new AbortController()
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) aborted.abort()
  })
  try {
    const target = targetOf(incoming)
    if (target.kind === 'malformed') return refuse(incoming, outgoing, { status: 400, text: target.reason })
    const verdict = judge(callerOf(incoming, target))
    if (verdict.kind === 'refused') {
      onRefused(verdict.sentence)
      return refuse(incoming, outgoing, { status: 403, text: verdict.sentence })
    }
    const most = store.mostBytesAt?.(target.path)
    const body = await readBody(incoming, () => outgoing.writeContinue(), most)
    if (body.kind === 'too-large') return refuse(incoming, outgoing, most === undefined ? tooLarge(store.release) : tooLong(most))
    const request = toRequest(incoming, target.url, body.bytes, aborted.signal)
    const endTurn = waitsForEvents(incoming) ? undefined : await turns.take()
    try {
      const { sent } = await answer(bridge, request, incoming, outgoing)
      if (endTurn) void bridge.bodies.untilRoom().then(endTurn)
      await sent
    } finally {
      endTurn?.()
    }
  } catch {
    // The store cannot answer or is closed, or the client went away.
    outgoing.destroy()
  }
}

/** @returns when the answer is sent. Nothing that waits for that keeps the response, whose bytes it has copied. */
async function answer(
  { store, bodies, onFailed }: Bridge,
  request: Request,
  incoming: Incoming,
  outgoing: Outgoing,
): Promise<{ readonly sent: Promise<void> }> {
  const answered = await store.fetch(request).catch((error: unknown) => {
    if (!request.signal.aborted && !isStoreError(error, 'storage-closed')) onFailed(error)
    throw error
  })
  if (isEventStream(answered)) return { sent: stream(answered, incoming, outgoing) }
  const answer = 'kind' in answered ? answered : await fromResponse(answered)
  // A client that is gone by now would never read, nor tell.
  if (request.signal.aborted) return { sent: Promise.resolve() }
  return { sent: send(answer, { incoming, outgoing, bodies }) }
}

const isEventStream = (answered: PlainAnswer | Response): answered is Response =>
  !('kind' in answered) && answered.headers.get('Content-Type')?.startsWith('text/event-stream') === true

/** Passes on what comes as it comes, until it ends or the client leaves, which ends its source. */
async function stream({ status, headers, body }: Response, incoming: Incoming, outgoing: Outgoing): Promise<void> {
  writeHead(incoming, outgoing, { status, reason: undefined }, [...headers])
  ;(outgoing as ServerResponse).flushHeaders()
  if (incoming.method === 'HEAD' || body === null) return void outgoing.end()
  await pipeline(Readable.fromWeb(body as never), outgoing)
}

/** A long poll, which has nothing in memory while it waits. */
const waitsForEvents = ({ headers }: Incoming): boolean => 'es-longpoll' in headers || 'kurrent-longpoll' in headers

type Target = Extract<RequestTarget, { kind: 'target' }>

function targetOf(incoming: Incoming): RequestTarget {
  const { url = '/', rawHeaders, headers } = incoming
  const authority = headers[':authority']
  if (isHttp2(incoming) && typeof authority === 'string') return readTarget(url, [authority])
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === 'host')
  return readTarget(url, hosts)
}

const callerOf = ({ method = 'GET', headers }: Incoming, { path, authority, hostname }: Target): Caller => ({
  method,
  path,
  authority,
  hostname,
  headers,
})

interface Refusal {
  readonly status: number
  /** Reason phrase; undefined for the usual one. */
  readonly reason?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly text: string
}

/** Refuses as the store does a slightly shorter body (streams-http §8.6), readable by pages of other origins too. */
const tooLarge = (release: Release = defaultRelease): Refusal => ({
  status: 413,
  reason: factsOf(release).streams.tooLarge,
  headers: { 'Access-Control-Allow-Origin': '*' },
  text: '',
})

const tooLong = (most: number): Refusal => ({ status: 413, text: `A body may have ${most / 1_000_000} MB at most here.` })

/** Answers at once, but ends only after the client has sent its body: it may not read the answer before. Cuts off one that goes on and on. */
function refuse(incoming: Incoming, outgoing: Outgoing, { status, reason, headers = {}, text }: Refusal): void {
  const type = text === '' ? {} : { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' }
  const body = text === '' ? '' : `${text}\n`
  writeHead(
    incoming,
    outgoing,
    { status, reason },
    Object.entries({ ...headers, ...type, 'Content-Length': String(Buffer.byteLength(body)) }),
  )
  if (body === '') (outgoing as ServerResponse).flushHeaders()
  else (outgoing as ServerResponse).write(body)
  if (incoming.complete) outgoing.end()
  else incoming.once(isHttp2(incoming) ? 'end' : 'close', () => outgoing.end())
  discardRest(incoming, () => outgoing.destroy())
}

/** Headers of a connection of HTTP/1.1, which HTTP/2 forbids. */
const ofConnection = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'])

/** HTTP/2 has no reason phrases. */
function writeHead(
  incoming: Incoming,
  outgoing: Outgoing,
  { status, reason }: { readonly status: number; readonly reason: string | undefined },
  headers: readonly (readonly [string, string])[],
): void {
  if (isHttp2(incoming)) {
    const kept = headers.filter(([name]) => !ofConnection.has(name.toLowerCase()))
    ;(outgoing as Http2ServerResponse).writeHead(status, kept.flat() as never)
  } else (outgoing as ServerResponse).writeHead(status, reason, headers.flat())
}

/** Methods that `Request` refuses; like them, `PATCH` has no route, so the answer is the same (streams-http §24). */
const refusedMethods = new Set(['TRACE', 'TRACK'])

function toRequest(incoming: Incoming, url: string, body: Uint8Array<ArrayBuffer> | undefined, signal: AbortSignal): Request {
  const { method = 'GET', rawHeaders } = incoming
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (!rawHeaders[index]!.startsWith(':')) headers.append(rawHeaders[index]!, rawHeaders[index + 1]!)
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD'
  return new Request(url, { method: refusedMethods.has(method) ? 'PATCH' : method, headers, signal, ...(hasBody && { body }) })
}

/**
 * Of a refused login. A browser would cover the page whose script asked with a dialog of its own and keep the script waiting, so scripts of
 * pages get the scheme of release 23.10, which no browser knows (server-http §2.3). Only browsers say what an answer is for.
 */
const challengeFor = (name: string, value: string, { headers }: Incoming): string =>
  name === 'www-authenticate' && headers['sec-fetch-dest'] === 'empty' ? value.replace(/^Basic /, 'X-Basic ') : value

function sentHeaders(answer: Answered, incoming: Incoming): readonly (readonly [string, string])[] {
  const { status, headers, body } = answer
  const sent = status === 401 ? headers.map(([name, value]) => [name, challengeFor(name, value, incoming)] as const) : headers
  // Without it Node would send the body in chunks.
  return body && headerOf(answer, 'content-length') === null ? [...sent, ['Content-Length', String(body.length)]] : sent
}

function send(
  answer: PlainAnswer,
  { incoming, outgoing, bodies }: { readonly incoming: Incoming; readonly outgoing: Outgoing; readonly bodies: AnswerBodies },
): Promise<void> {
  if (answer.kind === 'dropped') {
    outgoing.destroy()
    return Promise.resolve()
  }
  const { status, statusText, body } = answer
  outgoing.sendDate = headerOf(answer, 'date') === null
  writeHead(incoming, outgoing, { status, reason: statusText || undefined }, sentHeaders(answer, incoming))
  if (body && incoming.method !== 'HEAD') return bodies.send(outgoing, body)
  outgoing.end()
  return Promise.resolve()
}
