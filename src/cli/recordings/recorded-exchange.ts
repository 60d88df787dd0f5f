// Makes a step of a recording from a request that passed and its answer.

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

/** Headers that a store never looks at, or that say how a request came. */
const transport =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|date|user-agent|accept-encoding|accept-language|referer|origin|dnt|pragma|priority|sec-.*|x-forwarded-.*|traceparent|tracestate|baggage|request-id)$/i

/** Headers that are secrets. */
const secret = /^(?:authorization|proxy-authorization|cookie|kurrent-trustedauth|es-trustedauth)$/i

/** @returns the step; undefined where the body is no text, which a recording cannot hold. */
export async function recordedStep({ method, path, headers, body, response, bases }: PassedExchange): Promise<RecordedStep | undefined> {
  const text = textOf(body)
  if (text === undefined) return undefined
  const kept = Object.fromEntries([...headers].filter(([name]) => !transport.test(name) && !secret.test(name)))
  const user = loginOf(headers.get('Authorization'))
  const request: RecordedRequest = {
    ...(method !== 'GET' && { method }),
    path,
    ...(Object.keys(kept).length > 0 && { headers: kept }),
    ...(text !== '' && { body: valueOf(text) }),
  }
  const { exact } = await readAnswer(response, bases)
  return { ...(user !== undefined && { note: `sent as ${user}` }), request, expect: expectation(exact) }
}

/** Without what is undefined. */
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
  try {
    const value = JSON.parse(text) as RecordedValue
    return typeof value !== 'string' && JSON.stringify(value) === text ? value : text
  } catch {
    return text
  }
}

function loginOf(authorization: string | null): string | undefined {
  const encoded = /^Basic\s+(\S+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return authorization === null ? undefined : 'a user'
  return Buffer.from(encoded, 'base64').toString('utf8').split(':')[0]
}
