// Counts the lines of a query that one event runs, and keeps the values of its variables, where the host asks for them.

import { getOwnPropertyDescriptor, isArray, list, ownKeys, slice, stringify, textOf, toWellFormed } from './primordials.ts'
import { proxies } from './proxies.ts'

/** The most variables per event, members per shown object, and characters per shown text. */
const mostValues = 100
const mostMembers = 5
const mostCharacters = 60

let lines = list<number>()
/** By line. */
let counts = list<number>()
let sites = list<number>()
/** By site: line, name and value of a variable. */
let values = list<readonly [line: number, name: string, value: string]>()

/** Rewritten queries call `line` in front of every statement, and `value` behind every declaration. */
export const marks = {
  line(line: number): void {
    const count = counts[line]
    if (count === undefined) lines[lines.length] = line
    counts[line] = count === undefined ? 1 : count + 1
  },

  /** @param site number of the declaration: in a loop its last value counts. */
  value(site: number, line: number, name: string, value: unknown): void {
    if (values[site] === undefined) {
      if (sites.length >= mostValues) return
      sites[sites.length] = site
    }
    values[site] = [line, name, shown(value)]
  },

  clear(): void {
    if (lines.length === 0 && sites.length === 0) return
    lines = list()
    counts = list()
    sites = list()
    values = list()
  },

  /** Number of lines, and of values. */
  counts: (): readonly [lines: number, values: number] => [lines.length, sites.length],

  /** Gives line and count of each line, in the order of their first run; then line, name and value of each variable. */
  each(push: (value: string | number) => void): void {
    for (let i = 0; i < lines.length; i += 1) {
      push(lines[i]!)
      push(counts[lines[i]!]!)
    }
    for (let i = 0; i < sites.length; i += 1) {
      const [line, name, value] = values[sites[i]!]!
      push(line)
      push(name)
      push(value)
    }
  },
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
