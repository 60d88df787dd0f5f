// Makes a step of a recording from a request that passed and its answer.

import { isRecord } from '../../base/platform/realms.ts'
import type { RecordedAnswer } from './answer.ts'
import { readAnswer } from './answer.ts'
import type { RecordedRequest, RecordedStep, RecordedValue } from './recording.ts'

/** A request and its answer, both read. */
export interface PassedExchange {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Headers
  readonly body: Uint8Array
  readonly response: Response
  /** Addresses of the store that the answer may name, without a trailing slash. */
  readonly bases: readonly string[]
}

/** Headers by which a store decides. Others say how a request came, or are an application's own, such as keys and tokens. */
const decisive = /^(?:accept|content-type|if-none-match|access-control-request-.*|(?:es|kurrent)-.*)$/i

/** Headers of a store that are secrets. */
const secret = /^(?:es|kurrent)-trustedauth$/i

/** @returns the step; undefined where a body is no text, which a recording cannot hold. */
export async function recordedStep({ method, path, headers, body, response, bases }: PassedExchange): Promise<RecordedStep | undefined> {
  const text = textOf(body)
  if (text === undefined || textOf(new Uint8Array(await response.clone().arrayBuffer())) === undefined) return undefined
  const kept = Object.fromEntries([...headers].filter(([name]) => decisive.test(name) && !secret.test(name)))
  const user = loginOf(headers.get('Authorization'))
  const request: RecordedRequest = {
    ...(method !== 'GET' && { method }),
    path: withoutSecrets(path),
    ...(Object.keys(kept).length > 0 && { headers: kept }),
    ...(text !== '' && { body: isAboutUsers.test(path) ? withoutPasswords(valueOf(text)) : valueOf(text) }),
  }
  const { exact } = await readAnswer(response, bases)
  const expect = expectation({ ...exact, body: withoutHashes(exact.body) })
  return { ...(user !== undefined && { note: `sent as ${user}` }), request, expect }
}

/** Parameters that no store knows, such as those of a proxy in front of it. */
const secretParameter = /([?&][^=&]*(?:token|secret|password|key|auth|signature|session)[^=&]*=)[^&]*/gi

const withoutSecrets = (path: string): string => path.replaceAll(secretParameter, `$1${leftOut}`)

/** Accounts are events, whose readers get the hash of a password and its salt: as data, or as a text in a feed. */
function withoutHashes(body: RecordedValue): RecordedValue {
  if (Array.isArray(body)) return body.map(withoutHashes)
  if (typeof body === 'string') return withoutHashesIn(body)
  if (!isRecord(body)) return body
  const isAccount = 'hash' in body && 'salt' in body && 'loginName' in body
  return Object.fromEntries(
    Object.entries(body as Record<string, RecordedValue>).map(([name, member]) => [
      name,
      isAccount && (name === 'hash' || name === 'salt') ? leftOut : withoutHashes(member),
    ]),
  )
}

/** Also of a text that is kept with its spelling, and of XML. */
function withoutHashesIn(text: string): string {
  if (!/\bsalt\b/.test(text)) return text
  const unspelled = text.startsWith('#"') ? parsed(text.slice(1)) : text
  const value = typeof unspelled === 'string' ? parsed(unspelled) : undefined
  if (!isRecord(value)) return text.replaceAll(/<(hash|salt)>[^<]*(?=<\/\1>)/g, `<$1>${leftOut}`)
  const kept = JSON.stringify(withoutHashes(value))
  return kept.includes(leftOut) ? kept : text
}

const isAboutUsers = /^\/users(?:[/?]|$)/i

/** In place of a password: one and the same, so that a change of it plays. */
export const leftOut = 'left-out'

function withoutPasswords(body: RecordedValue): RecordedValue {
  const value = typeof body === 'string' ? parsed(body) : body
  // XML, and what the server refuses.
  if (!isRecord(value)) return leftOut
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, /password$/i.test(name) ? leftOut : member]))
}

function parsed(text: string): RecordedValue | undefined {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as RecordedValue
  } catch {
    return undefined
  }
}

/** Drops undefined members. */
const expectation = (answer: RecordedAnswer): RecordedStep['expect'] => JSON.parse(JSON.stringify(answer)) as RecordedStep['expect']

function textOf(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return undefined
  }
}

/** As JSON where printing it gives the same text again. */
function valueOf(text: string): RecordedValue {
  const value = parsed(text)
  return value !== undefined && typeof value !== 'string' && JSON.stringify(value) === text ? value : text
}

function loginOf(authorization: string | null): string | undefined {
  const encoded = /^Basic\s+(\S+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return authorization === null ? undefined : 'a user'
  return Buffer.from(encoded, 'base64').toString('utf8').split(':')[0]
}
