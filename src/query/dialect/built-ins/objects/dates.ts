// Dates: the time zone is always UTC, texts are the server's, and `date-parser.ts` parses them.

import type { DialectHost } from '../dialect-host.ts'
import { parseDate } from './date-parser.ts'
import { method, remove, replace, replaceConstructor, textOf } from '../replace.ts'

const { isNaN } = globalThis
const { apply, construct } = Reflect
const { prototype } = Date
const getTime = method(prototype, 'getTime')
const realYear = method(prototype, 'getUTCFullYear')
const realMonth = method(prototype, 'getUTCMonth')
const realDay = method(prototype, 'getUTCDate')
const dayOfWeek = method(prototype, 'getUTCDay')
const slice = method(String.prototype, 'slice')
const primitive = method(prototype, Symbol.toPrimitive)

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
const zone = ' GMT+0000 (Coordinated Universal Time)'
const isoText = method(prototype, 'toISOString')

/** Before 1970 the server counts 31 December, except for its midnight, as day 0 of the next year. */
function isDayZero(date: Date): boolean {
  if (realMonth(date) !== 11 || realDay(date) !== 31) return false
  const time = getTime(date)
  return time < 0 && time % 86_400_000 !== 0
}
const year = (date: Date): number => realYear(date) + (isDayZero(date) ? 1 : 0)
const month = (date: Date): number => (isDayZero(date) ? 0 : realMonth(date))
const dayOfMonth = (date: Date): number => (isDayZero(date) ? 0 : realDay(date))

const padded = (value: number, width: number): string => {
  let text = '' + (value < 0 ? -value : value)
  while (text.length < width) text = '0' + text
  return (value < 0 ? '-' : '') + text
}
/** `13:05:09`, cut from the engine's ISO text. */
const clock = (date: Date): string => slice(isoText(date), -13, -5)
const shortDate = (date: Date): string =>
  slice(weekdays[dayOfWeek(date)]!, 0, 3) +
  ' ' +
  slice(months[month(date)]!, 0, 3) +
  ' ' +
  padded(dayOfMonth(date) || 1, 2) +
  ' ' +
  padded(year(date), 4)
const longDate = (date: Date): string =>
  weekdays[dayOfWeek(date)] + ', ' + padded(realDay(date), 2) + ' ' + months[realMonth(date)] + ' ' + padded(realYear(date), 4)

const fullText = (date: Date): string => shortDate(date) + ' ' + clock(date) + zone

/** What the server makes a date of: a text in an object is parsed like any other. */
function contentOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date || Symbol.toPrimitive in value) return value
  return primitive(value as Date, 'number')
}

/** The times that .NET's dates can hold: the years 1 to 9999. */
const firstTime = -62_135_596_800_000
const lastTime = 253_402_300_799_999

/**
 * Comes after the language has given `Date` its clock.
 *
 * @param fail raises an error that a script cannot catch.
 */
export function bridgeDates(fail: DialectHost['fail']): void {
  const { Date } = globalThis
  const { UTC, now } = Date

  replace(Date, {
    parse(text: unknown) {
      return parseDate(textOf(text), now)
    },
  })
  function make(this: unknown, ...given: unknown[]): unknown {
    if (new.target === undefined) return fullText(new Date())
    const target = new.target === make ? Date : new.target
    if (given.length > 1) return construct(Date, [apply(UTC, Date, given)], target)
    const content = contentOf(given[0])
    return construct(Date, typeof content === 'string' ? [parseDate(content, now)] : given, target)
  }
  replaceConstructor(Date, make)

  replace(prototype, {
    getUTCFullYear(this: Date) {
      return year(this)
    },
    getUTCMonth(this: Date) {
      return month(this)
    },
    getUTCDate(this: Date) {
      return dayOfMonth(this)
    },
  })

  // ---- local time is UTC

  type Method = (this: Date, ...given: unknown[]) => unknown
  function useUtc(way: 'get' | 'set', part: string): void {
    const utc = (prototype as unknown as Record<string, Method>)[way + 'UTC' + part]!
    replace(prototype, {
      [way + part](this: Date, ...given: unknown[]) {
        return apply(utc, this, given)
      },
    })
  }
  for (const part of ['FullYear', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
    useUtc('get', part)
    useUtc('set', part)
  }
  useUtc('get', 'Day')
  replace(prototype, {
    getYear(this: Date) {
      return year(this) - 1900
    },
    getTimezoneOffset(this: Date) {
      return getTime(this) * 0 + 0
    },
    toISOString(this: Date) {
      const text = isoText(this)
      const year = realYear(this)
      return year < 0 ? padded(year, 4) + slice(text, 7) : year > 9999 ? '+' + year + slice(text, 7) : text
    },
  })
  remove(prototype, 'toGMTString')

  // ---- texts

  const representable = (date: Date): Date =>
    getTime(date) >= firstTime && getTime(date) <= lastTime
      ? date
      : fail("The added or subtracted value results in an un-representable DateTime. (Parameter 'value')")

  const texts = {
    toString: fullText,
    toDateString: shortDate,
    toTimeString: (date: Date) => clock(date) + zone,
    toLocaleDateString: (date: Date) => longDate(representable(date)),
    toLocaleTimeString: (date: Date) => clock(representable(date)),
    toLocaleString: (date: Date) => longDate(representable(date)) + ' ' + clock(date),
  }
  for (const name of Object.keys(texts) as (keyof typeof texts)[]) {
    const text = texts[name]
    replace(prototype, {
      [name](this: Date) {
        return isNaN(getTime(this)) ? 'Invalid Date' : text(this)
      },
    })
  }
}
