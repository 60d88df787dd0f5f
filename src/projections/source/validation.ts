// Decides whether a body that is flagged JSON reaches the query (projection-language §5.5).

import { readJson } from '../../base/json/read.ts'

/** The most levels of arrays and objects in a body. */
const deepest = 64

/** A body that reaches the query. */
export interface ValidBody {
  /** The value of plain JSON; undefined otherwise. */
  readonly parsed: unknown
}

/**
 * The server's parser forgives more than `JSON.parse`; a body that it refuses is skipped. Nearly every body is plain JSON, so the
 * platform's parser comes first; recognizing JSON without building values is no faster.
 *
 * @param body null for an empty one.
 * @param isStrict whether nothing is forgiven but comments and commas at the end of lists, as since 25.0 (26 §6.5).
 * @returns undefined for a body to skip.
 */
export function readBody(body: string | null, isStrict = false): ValidBody | undefined {
  if (body === null) return undefined
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return (isStrict ? isLooseJson(body) : readJson(body, deepest).kind === 'value') ? unparsed : undefined
  }
  // Brackets come in pairs, so a short text cannot be deep.
  if (body.length > 2 * deepest && !hasAtMost(deepest, body, '{', '[') && depthOf(body) > deepest) return undefined
  return { parsed }
}

const unparsed: ValidBody = { parsed: undefined }

export const isValidBody = (body: string | null, isStrict = false): boolean => readBody(body, isStrict) !== undefined

/** Whether the text is JSON but for comments and commas at the end of lists. */
function isLooseJson(text: string): boolean {
  const uncommented = text.replace(comments, (token) => (token.startsWith('/') ? ' ' : token))
  const bare = uncommented.replace(lastCommas, (token: string, value?: string) => value ?? token)
  try {
    JSON.parse(bare)
  } catch {
    return false
  }
  return depthOf(bare) <= deepest
}

/** Strings, which may hold anything, and comments outside of them; a comment to the end of a line holds no separators of lines. */
const comments = /"(?:[^"\\]|\\.)*"|\/\*[^]*?\*\/|\/\/[^\n\r\u2028\u2029]*(?=[\n\r]|$)/g
/** A comma between a value and a closing bracket. */
const lastCommas = /("(?:[^"\\]|\\.)*"|[^\s"[{,:])\s*,(?=\s*[}\]])|"(?:[^"\\]|\\.)*"/g

/** @returns whether the text has at most so many of the characters, which is much faster to find than its depth. */
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
