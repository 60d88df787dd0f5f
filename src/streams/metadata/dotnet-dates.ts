// Respells date-like strings as .NET's JSON reader and writer do on a round trip of metadata (streams-http §17).

import type { JsonValue } from '../../base/json/value.ts'
import { isJsonObject } from '../../base/json/value.ts'

/** Date, clock, fraction, zone. */
const isoDate = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,7}))?([Zz]|[+-]\d\d(?::?\d\d)?)?$/

/** Milliseconds since 1970; a zone behind them has no value, it only makes the time show one. */
const wrappedDate = /^\/Date\((-?\d{1,15})([+-]\d\d(?:\d\d)?)?\)\/$/

/** .NET counts time in units of a ten-millionth of a second. */
const fractionDigits = 7
const unitsPerSecond = 10_000_000n

/** Respells every string in the value that .NET takes for a date; leaves names alone. */
export function withDatesRespelled(value: JsonValue): JsonValue {
  if (typeof value === 'string') return respelledDate(value) ?? value
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(withDatesRespelled)
  return isJsonObject(value) ? new Map([...value].map(([name, member]) => [name, withDatesRespelled(member)])) : value
}

/**
 * Drops trailing zeros of the fraction. Converts a zone other than `Z` to the server's, which is UTC and spelled `+00:00`.
 *
 * @returns undefined if the text is no date.
 */
export function respelledDate(text: string): string | undefined {
  const [, milliseconds, shown] = wrappedDate.exec(text) ?? []
  if (milliseconds !== undefined) return printDate(BigInt(milliseconds) * 10_000n, shown === undefined ? 'Z' : '+00:00')
  const [whole, year, month, day, hour, minute, second, fraction = '', zone = ''] = isoDate.exec(text) ?? []
  if (whole === undefined) return undefined
  const midnight = utc(Number(year), Number(month), Number(day))
  const seconds = secondsOfDay(Number(hour), Number(minute), Number(second), fraction)
  if (midnight === undefined || seconds === undefined) return undefined
  const offset = secondsOfZone(zone)
  const units = (BigInt(midnight / 1000) + BigInt(seconds - offset)) * unitsPerSecond + BigInt(fraction.padEnd(fractionDigits, '0'))
  return printDate(units, isOffset(zone) ? '+00:00' : zone.toUpperCase())
}

/** Milliseconds since 1970 at the start of the day; undefined if the calendar has no such day. */
function utc(year: number, month: number, day: number): number | undefined {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return year >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined
}

/** 24:00:00 exactly is the start of the next day. */
function secondsOfDay(hour: number, minute: number, second: number, fraction: string): number | undefined {
  const isNextDay = hour === 24 && minute === 0 && second === 0 && !/[1-9]/.test(fraction)
  if ((hour > 23 && !isNextDay) || minute > 59 || second > 59) return undefined
  return hour * 3600 + minute * 60 + second
}

const isOffset = (zone: string): boolean => /^[+-]/.test(zone)

function secondsOfZone(zone: string): number {
  if (!isOffset(zone)) return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', ''))]
  return (zone.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60)
}

/** @returns undefined before the year 1 and after the year 9999. */
function printDate(units: bigint, zone: string): string | undefined {
  const fraction = ((units % unitsPerSecond) + unitsPerSecond) % unitsPerSecond
  const date = new Date(Number((units - fraction) / unitsPerSecond) * 1000)
  const year = date.getUTCFullYear()
  if (year < 1 || year > 9999) return undefined
  const digits = String(fraction).padStart(fractionDigits, '0').replace(/0+$/, '')
  return `${date.toISOString().slice(0, 19)}${digits && `.${digits}`}${zone}`
}
