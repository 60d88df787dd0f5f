// Reads an answer as recordings keep it: status, the headers that count, and the body with the spelling of its numbers and texts.

import type { RecordedValue } from './recording.ts'

export interface RecordedAnswer {
  readonly status: number
  readonly statusText: string
  readonly headers: Record<string, string>
  readonly body: RecordedValue
  readonly layout?: string
}

/** A placeholder for the store's address, which differs from store to store. */
export const basePlace = '{base}'

/** The response headers that are compared; everything else is transport detail. */
const comparedHeaders = [
  'content-type',
  'location',
  'etag',
  'cache-control',
  'vary',
  'www-authenticate',
  'allow',
  'retry-after',
  'es-currentversion',
  'es-position',
  'es-expectedversion',
]

const jsonToken = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Reads an answer twice: with the spelling of every number and string kept for comparing, and plainly for polls and captures.
 *
 * @param bases addresses of the store, without a trailing slash.
 */
export async function readAnswer(response: Response, bases: readonly string[]): Promise<{ exact: RecordedAnswer; plain: RecordedAnswer }> {
  const withoutBase = (text: string): string => bases.reduce((rest, base) => rest.replaceAll(base, basePlace), text)
  const text = withoutBase(await response.text())
  const headers: Record<string, string> = {}
  for (const name of comparedHeaders) {
    const value = response.headers.get(name)
    if (value !== null && value !== '') headers[name] = withoutBase(value)
  }
  const { status, statusText } = response
  const unparsed: RecordedAnswer = { status, statusText, headers, body: text }
  if (!/json/.test(headers['content-type'] ?? '') && !/^\s*[[{]/.test(text)) return { exact: unparsed, plain: unparsed }
  try {
    const plain = JSON.parse(text) as RecordedValue
    const spelled = keepSpelling(text)
    const body = JSON.parse(spelled) as RecordedValue
    const layout = spelled === JSON.stringify(body) ? 'compact' : spelled === JSON.stringify(body, null, 2) ? 'indented' : 'other'
    return { exact: { status, statusText, headers, body, layout }, plain: { ...unparsed, body: plain } }
  } catch {
    return { exact: unparsed, plain: unparsed }
  }
}

/** JSON text in which every number or string that JSON.stringify would spell differently is a string `#spelling`. */
export const keepSpelling = (text: string): string =>
  text.replace(jsonToken, (token) => {
    const ours = token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : String(Number(token))
    return ours === token ? token : JSON.stringify(`#${token}`)
  })
