// Finds names of members that the server's parser refuses and the standard's accepts: those with escapes of control characters.

/** `String.prototype.indexOf`; guest code brings one that scripts cannot replace. */
export type IndexOf = (text: string, part: string, from: number) => number

/** Works in strides between backslashes and quotes, as texts may be long. @param text of JSON. */
export function hasRefusedName(text: string, indexOf: IndexOf): boolean {
  let start = indexOf(text, '\\', 0)
  while (start >= 0) {
    const end = endOfString(text, start, indexOf)
    if (isBeforeColon(text, end) && hasControl(text, start, end, indexOf)) return true
    start = indexOf(text, '\\', end)
  }
  return false
}

/** @param from behind the quote that opens a string, or its first escape. @returns the place behind the other quote, or the end of the text. */
export function endOfString(text: string, from: number, indexOf: IndexOf): number {
  let quote = indexOf(text, '"', from)
  while (quote >= 0 && isEscaped(text, quote)) quote = indexOf(text, '"', quote + 1)
  return quote < 0 ? text.length : quote + 1
}

function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text[first - 1] === '\\') first -= 1
  return (at - first) % 2 === 1
}

function isBeforeColon(text: string, from: number): boolean {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1
  return text[at] === ':'
}

/** @param from the first escape of a string. @param end behind its quote. */
function hasControl(text: string, from: number, end: number, indexOf: IndexOf): boolean {
  for (let at = from; at >= 0 && at < end; at = indexOf(text, '\\', at + 2)) {
    const kind = text[at + 1]!
    if (kind === 'u' ? text[at + 2] === '0' && text[at + 3] === '0' && text[at + 4]! < '2' : indexOf('bfnr', kind, 0) >= 0) return true
  }
  return false
}
