// Splits and decodes a request's path and query string as the server does.

import type { QueryParameters } from '../../exchange.ts'

/**
 * Path segments, each percent-decoded twice; `%2F` never splits one (streams-http §4.1).
 *
 * @param path raw path that starts with `/`; a trailing slash becomes an empty last segment.
 */
export const pathSegments = (path: string): string[] => path.slice(1).split('/').map(decodeTwice)

const decodeTwice = (segment: string): string => decodeEscapes(decodeEscapes(segment))

const escapes = /(?:%[0-9a-f]{2})+/gi

/** Percent-decodes UTF-8; keeps all else as it is. */
export const decodeEscapes = (text: string): string => text.replace(escapes, decodeRun)

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run)
  } catch {
    return decodeValidParts(run)
  }
}

/** Decodes only the escapes of a run that form characters. */
function decodeValidParts(run: string): string {
  let text = ''
  for (let start = 0; start < run.length;) {
    const part = firstCharacter(run.slice(start, start + 12))
    text += part.text
    start += part.length
  }
  return text
}

function firstCharacter(run: string): { text: string; length: number } {
  for (let length = 3; length <= run.length; length += 3) {
    try {
      return { text: decodeURIComponent(run.slice(0, length)), length }
    } catch {
      // Not a whole character yet; characters have up to four bytes.
    }
  }
  return { text: run.slice(0, 3), length: 3 }
}

/** @param search from `URL.search`: with its `?`, or empty. */
export function parseQuery(search: string): QueryParameters {
  const values = new Map<string, string[]>()
  for (const pair of search.slice(1).split('&')) {
    // A parameter without `=` counts as absent, which URLSearchParams cannot tell from an empty one.
    if (!pair.includes('=')) continue
    for (const [name, value] of new URLSearchParams(`&${pair}`)) {
      const key = name.toLowerCase()
      values.set(key, [...(values.get(key) ?? []), value])
    }
  }
  return {
    get: (name) => values.get(name.toLowerCase())?.join(','),
    first: (name) => values.get(name.toLowerCase())?.[0],
  }
}
