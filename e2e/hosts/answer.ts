// The parts of an answer that a client can see, in a form that can be compared and passed between a page and a test.

import type { Sent } from './scenarios.ts'

export interface Answer {
  readonly status: number
  readonly statusText: string
  /** Whether a redirect was followed on the way. */
  readonly redirected: boolean
  readonly headers: Readonly<Record<string, string>>
  /** Letters stand for bytes. */
  readonly body: string
}

/** The client got an error instead of an answer. */
export const dropped: Answer = { status: 0, statusText: '', redirected: false, headers: {}, body: '' }

/** For `fetch`. */
export function toInit({ method = 'GET', headers = {}, auth, body }: Sent): RequestInit {
  const bytes = body === undefined ? undefined : Uint8Array.from(body, (letter) => letter.codePointAt(0)!)
  return {
    method,
    headers: { ...headers, ...(auth !== undefined && { Authorization: `Basic ${btoa(auth)}` }) },
    ...(bytes && { body: bytes }),
  }
}

export async function toAnswer(response: Response): Promise<Answer> {
  if (response.type === 'error') return dropped
  const bytes = new Uint8Array(await response.arrayBuffer())
  let body = ''
  for (const byte of bytes) body += String.fromCodePoint(byte)
  const { status, statusText, redirected, headers } = response
  return { status, statusText, redirected, headers: Object.fromEntries(headers), body }
}

/** Of the connection and not of the answer. */
const transport = /^(?:connection|keep-alive|date|transfer-encoding|content-length)$/

/** @param base the base URL, which always differs between hosts. */
export function normalize({ headers, body, ...others }: Answer, base: string): Answer {
  const neutral = (text: string): string => text.replaceAll(base, '{base}').replaceAll(encodeURIComponent(base), '{base}')
  const kept = Object.entries(headers).filter(([name]) => !transport.test(name))
  return { ...others, headers: Object.fromEntries(kept.map(([name, value]) => [name, neutral(value)])), body: neutral(body) }
}
