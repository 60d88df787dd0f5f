// Decides whether a body that is flagged JSON reaches the query (projection-language §5.5).

import { readJson } from '../base/json/read.ts'

/** How many levels of arrays and objects a body may have. */
const deepest = 64

/** A text with fewer characters cannot be nested deeper: every level takes two. */
const shortestTooDeep = 2 * (deepest + 1)

/**
 * The reference reads the body with a parser that forgives more than `JSON.parse`, and skips what even that one refuses. Nearly
 * every body is plain JSON, so the platform's parser is asked first.
 *
 * @param body null where it is empty.
 */
export function isValidBody(body: string | null): boolean {
  if (body === null) return false
  try {
    JSON.parse(body)
  } catch {
    return readJson(body).kind === 'value'
  }
  return body.length < shortestTooDeep || depthOf(body) <= deepest
}

/** @param json valid JSON. */
function depthOf(json: string): number {
  let depth = 0
  let greatest = 0
  let inString = false
  for (let index = 0; index < json.length; index++) {
    const character = json.charCodeAt(index)
    if (inString) {
      if (character === backslash) index++
      else if (character === quote) inString = false
    } else if (character === quote) inString = true
    else if (character === openBrace || character === openBracket) greatest = Math.max(greatest, ++depth)
    else if (character === closeBrace || character === closeBracket) depth--
  }
  return greatest
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [...'"\\{}[]'].map((character) => character.charCodeAt(0))
