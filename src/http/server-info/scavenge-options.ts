// Checks the query parameters of a new scavenge, which have no effect here (server-http §8.1).

import type { QueryParameters } from '../exchange.ts'

/** @returns the message about the first invalid parameter, or undefined. */
export function checkScavengeOptions(query: QueryParameters): string | undefined {
  const startFromChunk = readInteger(query.get('startFromChunk'), 0)
  if (startFromChunk === undefined || startFromChunk < 0) return 'startFromChunk must be a positive integer'
  const threads = readInteger(query.get('threads'), 1)
  if (threads === undefined || threads < 1) return 'threads must be a 1 or above'
  if (readInteger(query.get('threshold'), 0) === undefined) return 'threshold must be an integer'
  const throttle = readInteger(query.get('throttlePercent'), 100)
  if (throttle === undefined || throttle < 1 || throttle > 100) return 'throttlePercent must be between 1 and 100 inclusive'
  if (throttle !== 100 && threads > 1) return 'throttlePercent must be 100 for a multi-threaded scavenge'
  if (!/^\s*(true|false)\s*$/i.test(query.get('syncOnly') ?? 'false')) return 'syncOnly must be a boolean'
  return undefined
}

/** @returns undefined where the text is no 32-bit integer. */
function readInteger(text: string | undefined, absent: number): number | undefined {
  if (text === undefined) return absent
  if (!/^\s*[+-]?\d+\s*$/.test(text)) return undefined
  const value = Number(text)
  return value >= -(2 ** 31) && value < 2 ** 31 ? value : undefined
}
