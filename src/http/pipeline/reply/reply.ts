// Converts a Reply into the platform's Response: CORS block, reason phrase, Date, Content-Length, null bodies.

import type { HttpFacts } from '../../../base/release/facts.ts'
import type { Reply } from '../../exchange.ts'

/** The inputs of a response besides the reply. */
export interface ReplyContext {
  /** Value of `Access-Control-Allow-Methods`; undefined where no route matches. */
  readonly methods: string | undefined
  /** Milliseconds since 1970, for `Date`. */
  readonly now: number
  readonly facts: Pick<HttpFacts, 'allowedHeaders' | 'exposedHeaders'>
}

/**
 * The response as it leaves the store (server-http §2.4, streams-http §2.3).
 *
 * @param reply its headers win over those of the CORS block.
 */
export function toResponse(reply: Reply, context: ReplyContext): Response {
  const body = encodeBody(reply.body)
  const headers = corsHeaders(reply, context)
  headers.set('Date', new Date(context.now).toUTCString())
  if (reply.type !== undefined) headers.set('Content-Type', latin(reply.type))
  if (reply.status !== 204) headers.set('Content-Length', String(body?.byteLength ?? 0))
  for (const [name, value] of Object.entries(reply.headers ?? {})) headers.set(name, latin(value))
  const statusText = latin(reply.reason ?? reasonPhrase(reply.status))
  return new Response(body, { status: reply.status, statusText, headers })
}

function corsHeaders({ cors }: Reply, { methods, facts }: ReplyContext): Headers {
  const headers = new Headers()
  if (cors === 'none') return headers
  if (methods !== undefined && cors !== 'no-methods') headers.set('Access-Control-Allow-Methods', methods)
  headers.set('Access-Control-Allow-Headers', facts.allowedHeaders)
  headers.set('Access-Control-Allow-Origin', '*')
  headers.set('Access-Control-Expose-Headers', facts.exposedHeaders)
  return headers
}

/** Bytes, because a text body makes the platform add a Content-Type; null where empty, because some statuses allow no body. */
function encodeBody(body: string | Uint8Array | undefined): Uint8Array<ArrayBuffer> | null {
  if (body === undefined || body.length === 0) return null
  return typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
}

/** Headers and reason phrases hold Latin-1 only; the server prints other characters as `?`. */
const latin = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')

/** The default reason phrase of each status. */
const phrases: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  302: 'Found',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
}

/** Empty for a status that no route answers with. */
const reasonPhrase = (status: number): string => phrases[status] ?? ''
