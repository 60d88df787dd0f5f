// Converts a place in a stream to a key of IndexedDB's index, and back (docs/inside/performance.md).

const separator = '\0'

/** The digits of the largest number, so that keys sort as numbers do. */
const digits = 16

/** A string costs half of an array of name and number as a key. */
export const placeKey = (stream: string, number: number): string => prefixOf(stream) + String(number).padStart(digits, '0')

export const streamOfPlace = (key: string): string => unescaped(key.slice(0, -digits - 1))

export const numberOfPlace = (key: string): number => Number(key.slice(-digits))

/** @returns the number of the stream's place among these keys, if there is one. */
export function numberIn(keys: readonly string[], stream: string): number | undefined {
  const prefix = prefixOf(stream)
  const key = keys.find((candidate) => candidate.length === prefix.length + digits && candidate.startsWith(prefix))
  return key === undefined ? undefined : numberOfPlace(key)
}

/** Escaped names do not contain the separator, so the range of one stream holds no keys of another. */
const prefixOf = (stream: string): string => escaped(stream) + separator

/** Names may contain these characters, but hardly any does. */
const isSpecial = (text: string): boolean => text.includes('\0') || text.includes('\x01')

const escaped = (stream: string): string =>
  isSpecial(stream) ? stream.replaceAll('\x01', '\x01\x02').replaceAll('\0', '\x01\x03') : stream
const unescaped = (text: string): string => (isSpecial(text) ? text.replaceAll('\x01\x03', '\0').replaceAll('\x01\x02', '\x01') : text)
