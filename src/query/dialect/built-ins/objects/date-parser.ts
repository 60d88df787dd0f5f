// Parses dates as .NET does: days must exist, and texts without a zone are in UTC.

import { method } from '../replace.ts'

const { UTC, parse: parseNatively } = Date
const { round, trunc } = Math
const exec = method(RegExp.prototype, 'exec')
const slice = method(String.prototype, 'slice')
const trim = method(String.prototype, 'trim')
const lower = method(String.prototype, 'toLowerCase')
const indexOf = method(String.prototype, 'indexOf')

const time = '(?:(\\d{1,2})(?::(\\d{1,2})(?::(\\d{1,2})(?:[.,](\\d+))?)?)?(?:\\s*(am|pm))?)'
const zone = '(?:\\s*(?:GMT|UTC)?\\s*(z|[+-]\\d{1,2}(?::?\\d{2})?)?)'
const clock = '(?:(?:t|,?\\s+)' + time + zone + ')?'
const month = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const weekday = '(?:[a-z]{3,9},?\\s+)?'
const form = (pattern: string): RegExp => new RegExp('^' + pattern + '$', 'i')

/** The order of a form's first three groups; an empty year is this year. Where the month is invalid, it and the day are swapped, unless the year is empty. */
const forms: readonly (readonly [expression: RegExp, order: 'ymd' | 'mdy' | 'dmy'])[] = [
  [form('([+-]\\d{6}|\\d{4})(?:-(\\d{1,2})(?:-(\\d{1,2}))?)?' + clock), 'ymd'],
  [form('(\\d{4})\\/(\\d{1,2})\\/(\\d{1,2})' + clock), 'ymd'],
  [form('(\\d{1,2})[/-](\\d{1,2})[/-](\\d{4})' + clock), 'mdy'],
  [form(weekday + month + '\\s+(\\d{1,2})(?:,\\s*|\\s+)(\\d{4})' + clock), 'mdy'],
  [form(weekday + '(\\d{1,2})[\\s-]' + month + ',?[\\s-]+(\\d{4})' + clock), 'dmy'],
  [form('(\\d{1,2})[/.-](\\d{1,2})()' + clock), 'mdy'],
  [form(month + '[\\s-]*(\\d{1,2})()' + clock), 'mdy'],
]
const clockAlone = form(time + zone)
const partsOfDay = new RegExp('\\d\\D+\\d|' + month, 'i')
const wordsOfDates = month + '|(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*|[ap]m|gmt|utc|[ecmp][sd]t|z|t'
const otherWord = new RegExp('(?<![a-z])(?!(?:' + wordsOfDates + ')(?![a-z]))[a-z]', 'i')

const monthNames = 'janfebmaraprmayjunjulaugsepoctnovdec'
const monthNumber = (text: string): number => {
  const place = indexOf(monthNames, lower(slice(text, 0, 3)))
  return place < 0 ? Number(text) : place / 3 + 1
}

/** @returns milliseconds since 1970, NaN if there is no such day. */
function day(year: number, month: number, date: number): number {
  if (year === 0 || month < 1 || month > 12) return NaN
  // The constructor reads years up to 99 as years of the last century.
  const start = UTC(2000, month - 1, 1)
  const at = new Date(start)
  at.setUTCFullYear(year)
  const first = at.getTime()
  at.setUTCMonth(month)
  return date < 1 || date > (at.getTime() - first) / 864e5 ? NaN : first + (date - 1) * 864e5
}

/** @param given hours, minutes, seconds, fraction and am or pm; undefined if the text has none. @returns .NET's ticks: 100 nanoseconds. */
function timeOfDay(given: readonly (string | undefined)[]): number {
  const [hours = '0', minutes = '0', seconds = '0', fraction = '', half] = given
  // An hour alone needs am or pm.
  if (given[0] !== undefined && given[1] === undefined && half === undefined) return NaN
  let hour = Number(hours)
  if (half !== undefined) {
    const isMorning = lower(half) === 'am'
    if (isMorning && hour > 12) return NaN
    hour = isMorning ? hour % 12 : hour < 12 ? hour + 12 : hour
  }
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return NaN
  return ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1e7 + round(Number('0.' + fraction) * 1e7)
}

/** @returns milliseconds to subtract. */
function offset(text: string | undefined): number {
  if (text === undefined || lower(text) === 'z') return 0
  const [, sign, hours, minutes = '0'] = exec(/^([+-])(\d{1,2}):?(\d{2})?$/, text)!
  if (Number(hours) > 14 || Number(minutes) > 59) return NaN
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** @returns whole milliseconds, never -0. */
function instant(days: number, found: readonly (string | undefined)[], from: number): number {
  const clock = [found[from], found[from + 1], found[from + 2], found[from + 3], found[from + 4]]
  // The server divides in floating point, where seven digits behind the second may round up.
  return trunc(((days - offset(found[from + 5])) * 1e4 + timeOfDay(clock)) / 1e4) + 0
}

function fromForm(found: readonly (string | undefined)[], order: 'ymd' | 'mdy' | 'dmy', now: () => number): number {
  const [, a = '1', b = '1', c = '1'] = found
  const [yearText, monthText, date] = order === 'ymd' ? [a, b, c] : order === 'mdy' ? [c, a, b] : [c, b, a]
  const year = yearText === '' ? new Date(now()).getUTCFullYear() : Number(yearText)
  const month = monthNumber(monthText)
  const swapped = month > 12 && yearText !== '' ? day(year, Number(date), month) : NaN
  return instant(swapped === swapped ? swapped : day(year, month, Number(date)), found, 4)
}

const inRange = (time: number): number => (time >= -864e13 && time <= 864e13 ? time : NaN)

/** @param now the sandbox's clock, for texts without a day or without a year. @returns milliseconds since 1970, or NaN. */
export function parseDate(text: string, now: () => number): number {
  const remark = indexOf(text, '(')
  const trimmed = trim(remark < 0 ? text : slice(text, 0, remark))
  for (let i = 0; i < forms.length; i += 1) {
    const found = exec(forms[i]![0], trimmed)
    if (found) return inRange(fromForm(found, forms[i]![1], now))
  }
  const alone = exec(clockAlone, trimmed)
  if (alone) return instant(now() - (now() % 864e5), alone, 1)
  // The engine also reads single numbers, long years, and any words: `order-7`.
  const isDate = exec(partsOfDay, trimmed) && !exec(/^\d{5}/, trimmed) && !exec(otherWord, trimmed)
  return isDate ? parseNatively(trimmed) : NaN
}
