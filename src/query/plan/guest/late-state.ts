// Late states: notes the values of a state after each event, and leaves its text to the end of the run.
//
// Replaces writing the state after each event. Applies to queries with one state, made by `$init` as an object whose members are plain
// values, and handlers that only read and set those members, as the plan found in their texts: nothing else can change it. In the sandbox
// it buys a third of a run that counts or reads, and up to a quarter from the request to the end.

import type { Handler } from '../../language/define/definition.ts'
import { definition, sources } from '../../language/define/definition.ts'
import {
  expression,
  functionText,
  getPrototypeOf,
  hasOwn,
  isWellFormed,
  makeFunction,
  objectPrototype,
  ownKeys,
  stringify,
} from '../../language/primordials.ts'
import type { Seams } from '../../language/seams.ts'
import { settings } from '../../language/settings.ts'
import { writeValue } from '../../language/json/state-writer.ts'

/** Functions generated for the names of one state. */
interface Notes {
  /** Notes the values. @returns 0 if one has no certain text, 1 where all are as before, otherwise 2. */
  note(state: object): number
  /** @returns an object with the noted values. */
  made(): object
}

/** The state whose values are noted; undefined if states are written. */
let noted: object | undefined
let notes: Notes
/** Whether the text that was written last is that of the noted values, or they are newer. */
let isReady = false

export const enterState: Seams['enterState'] = (state) => {
  noted = undefined
  isReady = false
  if (typeof state !== 'object' || state === null || !isSafe(state)) return
  notes = notesOf(ownKeys(state) as string[])
  noted = state
}

export const noteState: Seams['noteState'] = (state) => {
  const result = state === noted ? notes.note(state) : 0
  const wasReady = isReady
  isReady = result > 0
  // The first values are written, to find out whether their text is news.
  return wasReady ? result : 0
}

export const stateText: Seams['stateText'] = () => writeValue(notes.made())

/** Whether the state can only change in the values of its members. */
function isSafe(state: object): boolean {
  const { byCustomPartitions, byStreams, options } = sources
  const { any, created, deleted, handlers, init } = definition
  if (settings.mayHideMembers || byStreams || byCustomPartitions || options.biState) return false
  if (created.length > 0 || deleted !== undefined || init === undefined || !isMaker(init)) return false
  for (let i = 0; i < sources.events.length; i += 1) if (!isUser(handlers[sources.events[i]!]!, state)) return false
  if (any !== undefined && !isUser(any, state)) return false
  if (getPrototypeOf(state) !== objectPrototype) return false
  const names = ownKeys(state)
  for (let i = 0; i < names.length; i += 1) if (typeof names[i] !== 'string' || oddName.exec(names[i] as string) !== null) return false
  return names.length > 0
}

/** Names whose members literals would order otherwise, or not make. */
const oddName = expression(/^(?:\d+|__proto__)$/)

function isMaker(init: Handler): boolean {
  const { makers } = settings.stateUses
  const text = functionText(init)
  for (let i = 0; i < makers.length; i += 1) if (makers[i] === text) return true
  return false
}

function isUser(handler: Handler, state: object): boolean {
  const { users } = settings.stateUses
  const text = functionText(handler)
  for (let i = 0; i < users.length; i += 1) if (users[i]!.text === text) return hasAll(state, users[i]!.members)
  return false
}

function hasAll(state: object, names: readonly string[]): boolean {
  for (let i = 0; i < names.length; i += 1) if (!hasOwn(state, names[i]!)) return false
  return true
}

/** Whether different values of this kind have different texts, and can be written. Minus zero equals zero. */
function isPlain(value: unknown): boolean {
  switch (typeof value) {
    case 'number':
      return value - value === 0 && (value !== 0 || 1 / value > 0)
    case 'string':
      // Whether a long state is too long shows in its text.
      return value.length < 65_536 && isWellFormed(value)
    case 'boolean':
      return true
    default:
      return value === null
  }
}

/** Generates both functions. An engine interrupts code only at calls and loops, so all values are noted or none. */
function notesOf(names: readonly string[]): Notes {
  let values = ''
  let same = ''
  let plain = ''
  let keep = ''
  let made = ''
  for (let i = 0; i < names.length; i += 1) {
    const name = stringify(names[i]!)
    values += 'const v' + i + ' = state[' + name + '];\n'
    same += (i === 0 ? '' : ' && ') + 'v' + i + ' === n' + i + ' && (v' + i + ' !== 0 || 1 / v' + i + ' > 0)'
    // The usual values need no call. Comparing any other could run code of the query.
    plain += (i === 0 ? '' : ' && ') + '(typeof v' + i + " === 'number' && v" + i + ' > 0 && v' + i + ' < Infinity || isPlain(v' + i + '))'
    keep += 'n' + i + ' = v' + i + '; '
    made += (i === 0 ? '' : ', ') + name + ': n' + i
  }
  let text = "'use strict';\nlet "
  for (let i = 0; i < names.length; i += 1) text += (i === 0 ? 'n' : ', n') + i
  text += ';\nreturn { __proto__: null,\nnote(state) {\n' + values + 'if (' + same + ') return 1;\nif (!(' + plain + ')) return 0;\n'
  text += keep + 'return 2 },\nmade() { return { ' + made + ' } } }'
  return makeFunction('isPlain', text)(isPlain) as Notes
}
