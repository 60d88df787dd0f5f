// Reads the parameters that routes of projections share (projections-http §1.1).

import type { QueryParameters } from '../exchange.ts'

/** @param whenAbsent the value of a parameter that is absent or empty; every other word than yes, true and 1 is a no. */
export function flag(query: QueryParameters, name: string, whenAbsent = false): boolean {
  const value = query.get(name)?.toLowerCase()
  return value === undefined || value === '' ? whenAbsent : isYes(value)
}

/** Yes, no, or undefined for everything else: "leave it as it is". */
export function optionalFlag(query: QueryParameters, name: string): boolean | undefined {
  const value = query.get(name)?.toLowerCase() ?? ''
  if (isYes(value)) return true
  return ['no', 'false', '0'].includes(value) ? false : undefined
}

const isYes = (value: string): boolean => ['yes', 'true', '1'].includes(value)

const decoder = new TextDecoder()

/** The text of a query: UTF-8 without a leading byte-order mark (projections-http §1.2). */
export const queryText = (body: Uint8Array): string => decoder.decode(body)
