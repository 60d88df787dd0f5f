// Decides whether a body that is flagged JSON reaches the query (projection-language §5.5).

import { readJson } from '../../base/json/read.ts'

/** How many levels of arrays and objects a body may have. */
const deepest = 64

/** A body that reaches the query. */
export interface ValidBody {
  /** What it holds, where it is plain JSON; undefined otherwise. */
  readonly parsed: unknown
}

/**
 * The reference reads the body with a parser that forgives more than `JSON.parse`, and skips what even that one refuses. Nearly
 * every body is plain JSON, so the platform's parser is asked first; to recognise JSON without building its values is no faster.
 *
 * @param body null where it is empty.
 * @returns undefined where it is skipped.
 */
export function readBody(body: string | null): ValidBody | undefined {
  if (body === null) return undefined
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return readJson(body, deepest).kind === 'value' ? unparsed : undefined
  }
  // What is opened is closed as well, so a short text cannot be deep.
  if (body.length > 2 * deepest && !hasAtMost(deepest, body, '{', '[') && depthOf(body) > deepest) return undefined
  return { parsed }
}

const unparsed: ValidBody = { parsed: undefined }

export const isValidBody = (body: string | null): boolean => readBody(body) !== undefined

/** @returns whether the characters stand in the text at most so many times: that is found much faster than how deep it is. */
function hasAtMost(most: number, text: string, ...characters: readonly string[]): boolean {
  let count = 0
  for (const character of characters) {
    for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) if (++count > most) return false
  }
  return true
}

/** @param json valid JSON. */
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
