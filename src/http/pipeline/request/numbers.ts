// Parses numbers and GUIDs in paths and headers as the server does (streams-http §4.2, §5).

import { maxInt64 } from '../../../base/events/events.ts'

const spelling = /^[\t-\r ]*([+-]?)(\d+)[\t-\r ]*$/

/** A signed 64-bit integer, with optional sign, leading zeros and surrounding blanks. @returns undefined for every other text. */
export function readInt64(text: string): bigint | undefined {
  const [, sign, digits] = spelling.exec(text) ?? []
  if (digits === undefined) return undefined
  const value = sign === '-' ? -BigInt(digits) : BigInt(digits)
  return value <= maxInt64 && value >= -maxInt64 - 1n ? value : undefined
}

/** A signed 32-bit integer of at least 1. */
export function readCount(text: string): number | undefined {
  const value = readInt64(text)
  return value !== undefined && value >= 1n && value < 2n ** 31n ? Number(value) : undefined
}

/** An event number of at least 0. */
export function readEventNumber(text: string): bigint | undefined {
  const value = readInt64(text)
  return value !== undefined && value >= 0n ? value : undefined
}

const emptyGuid = '00000000-0000-0000-0000-000000000000'

export const isEmptyGuid = (guid: string): boolean => guid === emptyGuid

const digits = /^[0-9a-f]{32}$/i
const dashed = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const hexParts =
  /^\{0x([0-9a-f]{1,8}),0x([0-9a-f]{1,4}),0x([0-9a-f]{1,4}),\{0x([0-9a-f]{1,2}),0x([0-9a-f]{1,2}),0x([0-9a-f]{1,2}),0x([0-9a-f]{1,2}),0x([0-9a-f]{1,2}),0x([0-9a-f]{1,2}),0x([0-9a-f]{1,2}),0x([0-9a-f]{1,2})\}\}$/i

/** Accepts .NET's five spellings. @returns lower case with dashes, or undefined. */
export function readGuid(text: string): string | undefined {
  const trimmed = text.trim()
  const inside = /^\{(.*)\}$|^\((.*)\)$/s.exec(trimmed)
  if (dashed.test(inside?.[1] ?? inside?.[2] ?? trimmed)) return (inside?.[1] ?? inside?.[2] ?? trimmed).toLowerCase()
  if (digits.test(trimmed)) return withDashes(trimmed)
  const parts = trimmed.startsWith('{') ? hexParts.exec(trimmed.replace(/\s/g, '')) : undefined
  if (!parts) return undefined
  const widths = [8, 4, 4, 2, 2, 2, 2, 2, 2, 2, 2]
  return withDashes(
    parts
      .slice(1)
      .map((part, index) => part.padStart(widths[index] ?? 2, '0'))
      .join(''),
  )
}

const withDashes = (hex: string): string => hex.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
