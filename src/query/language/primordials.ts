// Captures the built-ins that the language uses, before guest code can replace them.
//
// The language must stay correct when guest code replaces methods, puts setters on `Object.prototype` or changes how arrays iterate.
// So it reads own members only, defines members with literals or with `define`, loops by index, and joins texts with `+` (QuickJS
// compiles template literals to calls of `String.prototype.concat`). This module is evaluated before all others.

export const { apply, construct, ownKeys, getPrototypeOf, setPrototypeOf, deleteProperty, has, get, set, preventExtensions } = Reflect
export const { defineProperty, getOwnPropertyDescriptor } = Reflect
const { call, bind } = Function.prototype
const regExpExec = RegExp.prototype.exec

/** Turns a method into a function that takes `this` as its first argument. */
export const uncurry = <Self, Rest extends unknown[], Result>(method: (this: Self, ...rest: Rest) => Result) =>
  apply(bind, call, [method]) as (self: Self, ...rest: Rest) => Result

/** Defines a writable and removable member that is not enumerable, like the language's globals. */
export const define = (target: object, name: PropertyKey, value: unknown, fixed = false): boolean =>
  defineProperty(target, name, {
    __proto__: null,
    value,
    writable: !fixed,
    configurable: !fixed,
    enumerable: false,
  } as PropertyDescriptor)

/** Defines an ordinary member, whatever setters the target inherits. */
export const put = (target: object, name: PropertyKey, value: unknown): boolean =>
  defineProperty(target, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true } as PropertyDescriptor)

/** An array without a prototype, safe from setters on `Array.prototype`. */
export const list = <Item>(): Item[] => {
  const items: Item[] = []
  setPrototypeOf(items, null)
  return items
}

/** An object without a prototype: it looks names up twice as fast as a map. */
export const dictionary = <Value>(): Record<string, Value | undefined> => ({ __proto__: null }) as unknown as Record<string, undefined>

/** @returns the expression with an `exec` of its own; without flags `g` and `y` guest code can change nothing else about it. */
export const expression = (pattern: RegExp): RegExp => {
  define(pattern, 'exec', regExpExec)
  return pattern
}

export const { parse } = JSON
const { stringify: stringifyNatively } = JSON
export const { isArray } = Array
export const arrayPrototype = Array.prototype
export const objectPrototype = Object.prototype
export const hasOwn = uncurry(objectPrototype.hasOwnProperty)

/** Whether a script has put members for indexes where every array inherits them, and so may observe assignments of items. */
export const areIndexesWatched = (): boolean =>
  getPrototypeOf(arrayPrototype) !== objectPrototype || mayHaveIndexes(arrayPrototype) || mayHaveIndexes(objectPrototype)

/** The engine lists index-like names first. */
function mayHaveIndexes(object: object): boolean {
  const first = ownKeys(object)[0]
  return typeof first === 'string' && first < ':'
}

/**
 * QuickJS keeps the enclosing containers on an ordinary array, where setters for indexes, which scripts may put on prototypes, would
 * get hold of them; with such setters this writes the JSON itself.
 *
 * @param value made of objects and lists without a prototype.
 */
export const stringify = (value: unknown): string => (areIndexesWatched() ? stringifySlowly(value) : stringifyNatively(value))

function stringifySlowly(value: unknown): string {
  if (typeof value !== 'object' || value === null) return stringifyNatively(value)
  const isList = isArray(value)
  const names = ownKeys(value) as string[]
  let json = ''
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i]!
    const member = (value as Record<string, unknown>)[name]
    if ((isList && name === 'length') || member === undefined) continue
    json += (json === '' ? '' : ',') + (isList ? '' : stringifyNatively(name) + ':') + stringifySlowly(member)
  }
  return isList ? '[' + json + ']' : '{' + json + '}'
}

/** Compiles generated code. */
export const makeFunction = Function as unknown as (...parametersAndBody: string[]) => (...args: unknown[]) => unknown
export const textOf = String
export const bigInt = BigInt
export const truncate = Math.trunc
export const charCodeAt = uncurry(String.prototype.charCodeAt)
export const { fromCharCode } = String
export const slice = uncurry(String.prototype.slice)
export const split = uncurry(String.prototype.split) as unknown as (text: string, separator: string) => string[]
export const toLowerCase = uncurry(String.prototype.toLowerCase)
export const isWellFormed = uncurry(String.prototype.isWellFormed)
export const toWellFormed = uncurry(String.prototype.toWellFormed)
export const indexOf = uncurry(String.prototype.indexOf)
export const join = uncurry(Array.prototype.join) as (items: readonly (string | number)[], separator: string) => string
export const functionText = uncurry(Function.prototype.toString)
/** The name of the script that contains a function; undefined for bound and built-in ones. An extension of QuickJS. */
export const fileName = uncurry(getOwnPropertyDescriptor(Function.prototype, 'fileName')?.get as (this: unknown) => string | undefined)
/** The classes themselves: scripts may replace the globals. */
export const NativeError = Error
export const NativeSyntaxError = SyntaxError
export const NativeDate = Date
export const isoText = uncurry(Date.prototype.toISOString)
export const NativeProxy = Proxy
export const NativeWeakSet = WeakSet
