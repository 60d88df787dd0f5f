// Converts a Reply into the store's answer: CORS block, reason phrase, Date, Content-Length, null bodies.

import type { HttpFacts } from '../../../base/release/facts.ts'
import type { Answered } from '../../../base/answer.ts'
import { sortedHeaders } from '../../../base/answer.ts'
import type { Reply } from '../../exchange.ts'

/** The inputs of an answer besides the reply. */
export interface ReplyContext {
  /** Value of `Access-Control-Allow-Methods`; undefined where no route matches. */
  readonly methods: string | undefined
  /** Milliseconds since 1970, for `Date`. */
  readonly now: number
  readonly facts: Pick<HttpFacts, 'allowedHeaders' | 'exposedHeaders'>
}

/**
 * The answer as it leaves the store (server-http §2.4, streams-http §2.3).
 *
 * @param reply its headers win over those of the CORS block.
 */
export function toAnswer(reply: Reply, context: ReplyContext): Answered {
  const body = encodeBody(reply.body)
  const headers = corsHeaders(reply, context)
  headers['date'] = new Date(context.now).toUTCString()
  if (reply.type !== undefined) headers['content-type'] = headerValue(reply.type)
  if (reply.status !== 204) headers['content-length'] = String(body?.byteLength ?? 0)
  for (const [name, value] of Object.entries(reply.headers ?? {})) headers[name.toLowerCase()] = headerValue(value)
  const statusText = latin(reply.reason ?? reasonPhrase(reply.status))
  return { kind: 'answered', status: reply.status, statusText, headers: sortedHeaders(headers), body }
}

function corsHeaders({ cors }: Reply, { methods, facts }: ReplyContext): Record<string, string> {
  if (cors === 'none') return {}
  return {
    ...(methods !== undefined && cors !== 'no-methods' && { 'access-control-allow-methods': methods }),
    'access-control-allow-headers': facts.allowedHeaders,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': facts.exposedHeaders,
  }
}

/** Undefined where empty, because some statuses allow no body. */
function encodeBody(body: string | Uint8Array | undefined): Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined || body.length === 0) return undefined
  return typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
}

/** Headers and reason phrases hold Latin-1 only; the server prints other characters as `?`. */
const latin = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')

/** Blanks around a value do not belong to it. */
const headerValue = (text: string): string => latin(text).replace(/^[\t ]+|[\t ]+$/g, '')

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
