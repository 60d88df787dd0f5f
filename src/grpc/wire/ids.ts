// Converts ids between their text and their two numbers (grpc §2).

import type { MessageInit, MessageOf } from '../messages/shapes.ts'

/** Lower case with dashes. */
const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** @returns lower case with dashes; undefined if there is no id, or it is none. */
export function readId(id: MessageOf<'UUID'> | undefined): string | undefined {
  if (id?.value.case === 'string') return readIdText(id.value.value)
  if (id?.value.case !== 'structured') return undefined
  const { mostSignificantBits, leastSignificantBits } = id.value.value
  const digits = hex(mostSignificantBits) + hex(leastSignificantBits)
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`
}

/** @returns lower case; undefined for a text that is no id. */
export const readIdText = (text: string): string | undefined => (guid.test(text) ? text.toLowerCase() : undefined)

const hex = (half: bigint): string => BigInt.asUintN(64, half).toString(16).padStart(16, '0')

/** @param id lower case with dashes. */
export function structuredId(id: string): MessageInit<'UUID'> {
  const digits = id.replaceAll('-', '')
  const half = (from: number): bigint => BigInt.asIntN(64, BigInt(`0x${digits.slice(from, from + 16)}`))
  return { value: { case: 'structured', value: { mostSignificantBits: half(0), leastSignificantBits: half(16) } } }
}
