// Decides whether a body that is flagged JSON reaches the query (projection-language §5.5).

import { readJson } from '../base/json/read.ts'

/** How many levels of arrays and objects a body may have. */
const deepest = 64

/** A text with fewer characters cannot be nested deeper: every level takes two. */
const shortestTooDeep = 2 * (deepest + 1)

/**
 * The reference reads the body with a parser that forgives more than `JSON.parse`, and skips what even that one refuses. Nearly
 * every body is plain JSON, so the platform's parser is asked first; to recognise JSON without building its values is no faster.
 *
 * @param body null where it is empty.
 */
export function isValidBody(body: string | null): boolean {
  if (body === null) return false
  try {
    JSON.parse(body)
  } catch {
    return readJson(body, deepest).kind === 'value'
  }
  return body.length < shortestTooDeep || depthOf(body) <= deepest
}

/** Only long texts come here. @param json valid JSON. */
function depthOf(json: string): number {
  let depth = 0
  let greatest = 0
  for (const [bracket] of json.matchAll(structure)) {
    if (bracket === '{' || bracket === '[') greatest = Math.max(greatest, ++depth)
    else if (bracket === '}' || bracket === ']') depth--
  }
  return greatest
}

/** Strings, which may hold brackets, and the brackets outside of them. */
const structure = /"(?:[^"\\]|\\.)*"|[{}[\]]/g
