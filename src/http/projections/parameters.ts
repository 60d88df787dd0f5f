// Reads the parameters of routes of projections (projections-http §1.1).

import type { QueryParameters } from '../exchange.ts'

/** Only yes, true and 1 count as true. @param whenAbsent the value of an absent or empty parameter. */
export function flag(query: QueryParameters, name: string, whenAbsent = false): boolean {
  const value = query.get(name)?.toLowerCase()
  return value === undefined || value === '' ? whenAbsent : isYes(value)
}

/** Undefined for every word but yes and no in their spellings: keeps the present value. */
export function optionalFlag(query: QueryParameters, name: string): boolean | undefined {
  const value = query.get(name)?.toLowerCase() ?? ''
  if (isYes(value)) return true
  return ['no', 'false', '0'].includes(value) ? false : undefined
}

const isYes = (value: string): boolean => ['yes', 'true', '1'].includes(value)

/** @param otherwise the value of a parameter that is no integer of 32 bits. */
export function integer(query: QueryParameters, name: string, otherwise: number): number {
  const text = query.get(name) ?? ''
  const value = /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : Number.NaN
  return value >= -(2 ** 31) && value < 2 ** 31 ? value : otherwise
}

const decoder = new TextDecoder()

/** The text of a query, in UTF-8, without a byte-order mark (projections-http §1.2). */
export const queryText = (body: Uint8Array): string => decoder.decode(body)
