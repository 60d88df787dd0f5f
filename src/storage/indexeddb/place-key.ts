// Converts a place in a stream to the text under which IndexedDB's index finds it, and back (docs/performance.md).

const separator = '\0'

/** As many digits as the largest number has, so that the order of texts is that of numbers. */
const digits = 16

/** Texts are half as expensive as keys as lists of a name and a number are. */
export const placeKey = (stream: string, number: number): string => prefixOf(stream) + String(number).padStart(digits, '0')

export const streamOfPlace = (key: string): string => unescaped(key.slice(0, -digits - 1))

export const numberOfPlace = (key: string): number => Number(key.slice(-digits))

/** @returns the number of the stream's place among these, if it has one there. */
export function numberIn(keys: readonly string[], stream: string): number | undefined {
  const prefix = prefixOf(stream)
  const key = keys.find((candidate) => candidate.length === prefix.length + digits && candidate.startsWith(prefix))
  return key === undefined ? undefined : numberOfPlace(key)
}

/** No name contains the separator, so no range of one stream holds keys of another. */
const prefixOf = (stream: string): string => escaped(stream) + separator

/** Names may hold any character, but hardly any holds one of these two. */
const isSpecial = (text: string): boolean => text.includes('\0') || text.includes('\x01')

const escaped = (stream: string): string =>
  isSpecial(stream) ? stream.replaceAll('\x01', '\x01\x02').replaceAll('\0', '\x01\x03') : stream
const unescaped = (text: string): string => (isSpecial(text) ? text.replaceAll('\x01\x03', '\0').replaceAll('\x01\x02', '\x01') : text)
