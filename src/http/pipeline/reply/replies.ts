// Replies that several routes share: refusals of the pipeline, the seed's three errors, bad parameters.

import type { Settings } from '../../../base/settings.ts'
import type { Exchange, Reply } from '../../exchange.ts'

/** The server's web server refuses a path with a null character before anything else sees it. */
export const pathRefused: Reply = { status: 400, cors: 'none', headers: { Connection: 'close' } }

/** No route has this path. */
export const pathUnknown: Reply = { status: 404, cors: 'no-methods' }

/** Of paths outside of the routes, whose answers tell other origins only that they may read them (26 §1.7). */
export const besideRoutes = ({ headers }: Pick<Request, 'headers'>, reply: Reply): Reply => ({
  ...reply,
  cors: 'none',
  headers: { ...reply.headers, ...(headers.has('Origin') && { 'Access-Control-Allow-Origin': '*' }) },
})

const aboutMissingParts = 'https://github.com/rillbox/rillbox/blob/main/docs/server/deviations.md#parts-that-are-not-supported'

/** What the server has and no store does: 404 would say that the server has it not. */
export const partMissing = (part: string): Reply => ({
  status: 501,
  type: 'application/problem+json; charset=utf-8',
  body: JSON.stringify({
    type: aboutMissingParts,
    title: 'Not Implemented',
    status: 501,
    detail: `${part} are a part of the server that Rillbox does not have.`,
  }),
  cors: 'no-methods',
})

/** gRPC, which is not emulated (server-http §11). */
export const protocolUnknown: Reply = { status: 404, cors: 'none' }

export const methodUnknown: Reply = { status: 405 }

/** Answers `OPTIONS` on a known path. */
export const options: Reply = { status: 200 }

/** Answers a preflight on any path. @param methods that it allows. */
export const preflight = ({ headers }: Request, methods: string): Reply => {
  const asked = headers.get('Access-Control-Request-Headers')
  return {
    status: 204,
    cors: 'none',
    headers: {
      ...(asked && { 'Access-Control-Allow-Headers': asked.replaceAll(/\s*,\s*/g, ',') }),
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Origin': '*',
    },
  }
}

/** Whether a browser asks what a page of another origin may do. */
export const isPreflight = ({ method, headers }: Request): boolean =>
  method === 'OPTIONS' && headers.has('Origin') && headers.has('Access-Control-Request-Method')

export const typeUnsupported: Reply = { status: 415, reason: 'Invalid or missing Content-Type', cors: 'no-methods' }

export const typeUnavailable: Reply = {
  status: 406,
  reason: 'Requested URI is not available in requested format',
  cors: 'no-methods',
}

/** A request that fails in the server before it reaches a handler. */
export const routingFailed: Reply = { status: 500, cors: 'no-methods' }

/** A handler threw. */
export const handlerFailed: Reply = { status: 500 }

/** Undecodable credentials (streams-http §18.3). */
export const credentialsUnreadable: Reply = { status: 500, cors: 'none' }

/** The policy refuses the caller, anonymous or not (server-http §2.3, kind B). */
export const notAllowed: Reply = { status: 401 }

/** A handler itself refuses the caller (server-http §2.3, kind C). */
export const refusedByHandler = ({ facts }: Pick<Exchange, 'facts'>): Reply => ({
  status: 401,
  headers: { 'WWW-Authenticate': facts.http.handlerChallenge },
})

/** The server never answers such a request: waits for the setting `requestTimeout` (server-http §2.10). */
export const noReply: Reply = {
  status: 408,
  reason: 'Server was unable to handle request in time',
  afterTimeout: true,
}

/**
 * A parameter that a handler rejects (server-http §2.10).
 *
 * @param text the message; characters outside ASCII become `?`.
 */
export const badRequest = (text: string): Reply => ({
  status: 400,
  type: 'text/plain',
  body: text.replace(/[\u0080-\uffff]/g, '?'),
})

/** As `badRequest`, but with the text in the status line (server-http §2.10). */
export const badRequestReason = (reason: string): Reply => ({ status: 400, reason })

const seedHeaders = { 'Access-Control-Allow-Headers': 'Content-Type, X-Requested-With, X-PINGOTHER' }
const seedMethods = { 'Access-Control-Allow-Methods': 'DELETE, GET, POST, OPTIONS' }
const keepAlive = { 'Keep-Alive': 'timeout=15,max=100' }

/** `GET /streams/{s}` of a stream that does not exist (streams-http §2.2). */
export const streamNotFound: Reply = { status: 404, type: '', headers: { ...seedHeaders, ...seedMethods, ...keepAlive } }

/** A body of `POST /streams/{s}` that is invalid for its content type (streams-http §2.2). */
export const bodyInvalid: Reply = {
  status: 400,
  reason: 'Write request body invalid',
  type: 'text/plain',
  headers: { ...seedHeaders, ...seedMethods, Connection: 'close' },
}

/** An invalid body on the other URLs for events or metadata: with the methods of the path. */
export const bodyInvalidElsewhere: Reply = { ...bodyInvalid, headers: { ...seedHeaders, Connection: 'close' } }

/** Wrong credentials (streams-http §2.2; server-http §2.3, kind A). */
export function credentialsRefused({ challenge, realm }: Pick<Settings, 'challenge' | 'realm'>): Reply {
  const headers = { 'WWW-Authenticate': `${challenge} realm="${realm}"` }
  if (challenge === 'X-Basic') return { status: 401, cors: 'none', headers }
  const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Methods': '', ...seedHeaders }
  return { status: 401, cors: 'none', headers: { ...cors, ...keepAlive, ...headers } }
}
