// Counts the lines of a query that one event runs, and keeps the values of its variables, where the host asks for them.

import { getOwnPropertyDescriptor, isArray, list, ownKeys, slice, stringify, textOf, toWellFormed } from '../primordials.ts'
import { proxies } from '../proxies.ts'
import type { LineRun, LineValue } from '../../query.ts'

/** The most variables per event, members per shown object, and characters per shown text. */
const mostValues = 100
const mostMembers = 5
const mostCharacters = 60

let runs = list<LineRun>()
let runsByLine = list<Writable<LineRun> | undefined>()
let values = list<LineValue>()
let valuesBySite = list<Writable<LineValue> | undefined>()

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] }

/** Rewritten queries call `line` in front of every statement, and `value` behind every declaration. */
export const marks = {
  line(line: number): void {
    const run = runsByLine[line]
    if (run === undefined) runs[runs.length] = runsByLine[line] = { __proto__: null, line, times: 1 } as LineRun
    else run.times += 1
  },

  /** @param site number of the declaration: in a loop its last value counts. */
  value(site: number, line: number, name: string, value: unknown): void {
    const known = valuesBySite[site]
    if (known !== undefined) known.text = shown(value)
    else if (values.length < mostValues) {
      values[values.length] = valuesBySite[site] = { __proto__: null, line, name, text: shown(value) } as LineValue
    }
  },

  /** Starts the next event. */
  clear(): void {
    if (runs.length === 0 && values.length === 0) return
    runs = list()
    runsByLine = list()
    values = list()
    valuesBySite = list()
  },

  /** In the order of their first run; undefined without any. */
  lines: (): LineRun[] | undefined => (runs.length === 0 ? undefined : runs),
  values: (): LineValue[] | undefined => (values.length === 0 ? undefined : values),
}

/** A value in few characters. Reads nothing that could run code of the query: no accessor, no proxy, no method. */
function shown(value: unknown, isInside = false): string {
  if (typeof value === 'string') return shownText(value)
  if (typeof value === 'bigint') return textOf(value) + 'n'
  if (typeof value === 'function') return 'function'
  if (typeof value === 'symbol') return 'symbol'
  if (typeof value !== 'object' || value === null) return textOf(value)
  if (proxies.has(value)) return '{…}'
  if (isArray(value)) return 'Array(' + textOf(value.length) + ')'
  return isInside ? '{…}' : shownMembers(value)
}

function shownText(text: string): string {
  const isLong = text.length > mostCharacters
  return stringify(toWellFormed(isLong ? slice(text, 0, mostCharacters) : text)) + (isLong ? '…' : '')
}

function shownMembers(object: object): string {
  const names = ownKeys(object)
  let members = ''
  for (let i = 0; i < names.length && i < mostMembers; i += 1) {
    const name = names[i]!
    const member = getOwnPropertyDescriptor(object, name)
    if (typeof name === 'symbol' || member === undefined) continue
    const value = 'value' in member ? shown(member.value, true) : '…'
    members += (members === '' ? '' : ', ') + name + ': ' + value
  }
  if (names.length > mostMembers) members += ', …'
  return members === '' ? '{}' : '{ ' + members + ' }'
}
