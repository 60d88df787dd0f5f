// Reads parts of strings with escapes: with the parser of the platform, which takes a tenth of the time, or escape by escape.

/** The character behind a backslash, and what both spell. */
const escapes: ReadonlyMap<string, number> = new Map(
  ['b\b', 't\t', 'n\n', 'f\f', 'r\r', '\\\\', '""', "''", '//'].map((pair) => [pair.charAt(0), pair.charCodeAt(1)]),
)
const hexDigits = /[0-9A-Fa-f]{4}/y

const backslash = 0x5c
const letterU = 0x75

/** The code unit that an escape spells, and its end. @param at behind the backslash. @returns undefined where it spells nothing. */
export function escapeAt(text: string, at: number): { readonly code: number; readonly end: number } | undefined {
  const letter = text.charAt(at)
  if (letter !== 'u') {
    const code = escapes.get(letter)
    return code === undefined ? undefined : { code, end: at + 1 }
  }
  hexDigits.lastIndex = at + 1
  return hexDigits.test(text) ? { code: Number.parseInt(text.slice(at + 1, at + 5), 16), end: at + 5 } : undefined
}

/** The index of the closing quote, or that of a character behind `limit` that is no part of an escape. @param from of a character, too. */
export function endOfPart(codes: Uint8Array | Uint16Array, from: number, limit: number, quote: number): number {
  let end = from
  while (end < limit && codes[end] !== quote) end += codes[end] !== backslash ? 1 : codes[end + 1] === letterU ? 6 : 2
  return end
}

/** What the part spells; halves of pairs may stand at its ends. @returns undefined where an escape spells nothing. */
export const partOf = (spelled: string): string | undefined =>
  spelled.includes('\\') ? (parsedByPlatform(spelled) ?? parsedByEscapes(spelled)) : spelled

function parsedByPlatform(spelled: string): string | undefined {
  try {
    return JSON.parse(`"${spelled}"`) as string
  } catch {
    // Quotes of the other kind, signs of control, or escapes that the server knows alone.
    return undefined
  }
}

function parsedByEscapes(spelled: string): string | undefined {
  const pieces: string[] = []
  let start = 0
  for (let at = spelled.indexOf('\\'); at >= 0; at = spelled.indexOf('\\', start)) {
    const escape = escapeAt(spelled, at + 1)
    if (!escape) return undefined
    pieces.push(spelled.slice(start, at), String.fromCharCode(escape.code))
    start = escape.end
  }
  return pieces.join('') + spelled.slice(start)
}
