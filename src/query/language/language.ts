// The globals of the query language: selectors during the definition phase, functions for handlers afterwards (projection-language §3.1, §3.2).

import { chainAfter } from './define/chain.ts'
import type { Handler } from './define/definition.ts'
import { definition, sources } from './define/definition.ts'
import { emitters, logValues } from './run/emission.ts'
import { fail } from './guest.ts'
import { register } from './define/handlers.ts'
import { options } from './define/options.ts'
import { define, deleteProperty, isArray, ownKeys, set } from './primordials.ts'
import { isScriptFunction } from './define/values.ts'

const { chain } = definition

const add = (names: string[], name: string): void => {
  names[names.length] = name
}

function addNames(target: string[], names: readonly unknown[], prefix: string, parameter: string): void {
  for (let i = 0; i < names.length; i += 1) {
    if (!(i in names)) continue
    const name = names[i]
    if (typeof name !== 'string') fail(parameter)
    else add(target, prefix + name)
  }
}

function fromCategory(...given: unknown[]): unknown {
  const first = given[0]
  if (given.length === 0) return chain
  if (given.length === 1 && isArray(first)) addNames(sources.streams, first, '$ce-', 'categories')
  else if (given.length > 1) addNames(sources.streams, given, '$ce-', 'categories')
  else addNames(sources.categories, given, '', 'category')
  return chainAfter('everything')
}

const definitionGlobals: Record<string, Handler> = {
  fromAll() {
    sources.allStreams = true
    return chainAfter('everything')
  },
  fromStream(name) {
    if (typeof name !== 'string') return fail('stream')
    add(sources.streams, name)
    return chainAfter('stream')
  },
  fromStreams(...given) {
    const first = given[0]
    addNames(sources.streams, isArray(first) ? first : given, '', 'streams')
    return chainAfter('stream')
  },
  fromCategory,
  fromCategories: fromCategory,
  options,
  on_event(...given) {
    const type = given[0]
    const handler = given[1]
    if (given.length !== 2) fail('invalid number of parameters')
    if (typeof type !== 'string') return fail('eventName')
    register(type, isScriptFunction(handler) ? handler : fail('eventHandler'))
    return undefined
  },
  on_any(...given) {
    if (given.length !== 1) fail('invalid number of parameters')
    register('$any', isScriptFunction(given[0]) ? given[0] : fail('eventHandler'))
  },
}

function defineGlobals(globals: Record<string, Handler>, fixed: boolean): void {
  const names = ownKeys(globals) as string[]
  for (let i = 0; i < names.length; i += 1) define(globalThis, names[i]!, globals[names[i]!], fixed)
}

/** Starts the definition phase. */
export function defineSelectors(): void {
  defineGlobals(definitionGlobals, false)
  defineGlobals({ log: (...given) => logValues(given) }, true)
}

/** Ends the definition phase: replaces the selectors by the functions for handlers. */
export function endDefinition(): void {
  const names = ownKeys(definitionGlobals)
  for (let i = 0; i < names.length; i += 1) {
    // A function that the script declared under this name cannot be removed, only emptied.
    if (!deleteProperty(globalThis, names[i]!)) set(globalThis, names[i]!, undefined)
  }
  chainAfter('none')
  const added = ownKeys(emitters) as string[]
  for (let i = 0; i < added.length; i += 1) {
    const name = added[i]!
    // A function that the script declared under this name cannot be redefined, only assigned.
    if (!define(globalThis, name, emitters[name])) set(globalThis, name, emitters[name])
  }
}
