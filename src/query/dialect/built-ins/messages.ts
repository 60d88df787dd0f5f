// Translates the engine's error messages into those of the server (projection-language §17.3).

import { stringOf } from './objects/numbers.ts'
import { method } from './replace.ts'
import type { Registers, Sites } from './sites.ts'

/** An error as the engine made it. */
export interface EngineError {
  readonly name: string
  readonly message: string
  readonly stack: string
}

const { isArray } = Array
const exec = method(RegExp.prototype, 'exec')
const slice = method(String.prototype, 'slice')

const nothing = 'Cannot convert undefined or null to object'

/** Messages with a fixed translation. */
const plain: Record<string, string> = {
  __proto__: null as never,
  "class constructors must be invoked with 'new'": "Class constructor  cannot be invoked without 'new'",
  'this is not initialized': "Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
  'parent class must be constructor': 'super class is not a constructor',
  'BigInt division by zero': 'Division by zero',
  'bigint operands are forbidden for >>>': 'Cannot mix BigInt and other types, use explicit conversions',
  'bigint argument with unary +': 'Cannot convert a BigInt value to a number',
  'cannot convert symbol to string': 'Cannot convert a Symbol value to a string',
  'cannot convert symbol to number': 'Cannot convert a Symbol value to a number',
  'invalid repeat count': 'Invalid count value',
  'bad normalization form': 'The normalization form should be one of NFC, NFD, NFKC, NFKD.',
  'circular reference': 'Cyclic reference detected.',
  "invalid 'in' operand": 'in can only be used with an object',
  'Date value is NaN': '',
  'empty array': '',
  toPrimitive: '',
  'not a symbol': '',
  'not a number': '',
  'not a boolean': '',
  'not a string': '',
  'not a object': '',
  'invalid hint': '',
  'invalid getter': '',
  'invalid setter': '',
  'invalid property access': '',
  'circular prototype chain': '',
  'invalid target': 'WeakRef: target must be an object or symbol',
  'not a Date object': 'this is not a Date object',
  'BigInt negative exponent': 'Exponent must be positive',
  "'this' can be initialized only once": "'this' has already been bound",
  'cannot have setter/getter and value or writable':
    'Invalid property descriptor. Cannot both specify accessors and a value or writable attribute',
  'Map object expected': 'object must be a Map',
  'Set object expected': 'object must be a Set',
  'ArrayBuffer object expected': 'First argument to DataView constructor must be an ArrayBuffer',
  'out of bound': 'Offset is outside the bounds of the DataView',
  'invalid length': 'Invalid buffer byte length',
  'invalid offset': 'Invalid buffer byte length',
  "operand 'prototype' property is not an object": "Function has non-object prototype 'undefined' in instanceof check",
}

/** Messages of built-in functions for which the engine has one text. */
const byFunction: Record<string, Record<string, string>> = {
  __proto__: null as never,
  'not a function': {
    Promise: 'Promise executor undefined is not a function',
    call: '',
    apply: '',
    flatMap: 'flatMap mapper function is not callable',
  },
  'regexp not supported': { includes: 'First argument to String.prototype.includes must not be a regular expression' },
  'RegExp object expected': { exec: '' },
  'invalid character': { encodeURI: 'URI malformed' },
  'not an object': {
    Map: "iterator's value must be an object",
    WeakMap: "iterator's value must be an object",
    fromEntries: "iterator's value must be an object",
    getPrototypeOf: 'Cannot convert undefined or null to object',
    defineProperty: 'Object.defineProperty called on non-object',
    deleteProperty: 'Reflect.deleteProperty called on non-object',
    has: 'Reflect.has called on non-object',
    get: 'Reflect.get called on non-object',
    set: 'Reflect.set called on non-object',
    ownKeys: 'Reflect.get called on non-object',
    resolve: 'PromiseResolve called on non-object',
    all: 'Promise.all called on non-object',
  },
}

interface Context {
  /** Name of the built-in function that threw; undefined for the script's own code. */
  readonly native: string | undefined
  /** The place where the script's own code threw. */
  readonly place: string
  readonly sites: Sites | undefined
  readonly registers: Registers
}
type Rule = (found: RegExpExecArray, context: Context) => string | undefined

const keyAt = ({ sites, place, registers }: Context): string | undefined => {
  const site = sites?.keys[place as never]
  if (site === undefined) return undefined
  if (site[0] === 'l') return slice(site, 1)
  return text(site === 'r' ? registers.key : registers.keys[+slice(site, 1)])
}

function text(value: unknown): string {
  try {
    return isArray(value) ? '(' + value.length + ')[]' : stringOf(value)
  } catch {
    return ''
  }
}

function notCallable({ native, sites, place, registers }: Context): string | undefined {
  if (native !== undefined) return 'Argument must be callable'
  const site = sites?.calls[place as never]
  if (site === undefined) return undefined
  const rest = slice(site, 1)
  if (site[0] === 'p') return "Property '" + rest + "' of object is not a function"
  if (site[0] === 'k') return "Property '" + text(registers.keys[+rest]) + "' of object is not a function"
  if (site[0] === 'n') return rest + ' is not a constructor'
  return (site[0] === 'r' ? text(registers.value) : rest) + ' is not a function'
}

const memberAt = (context: Context): string | undefined => context.sites?.members[context.place as never] ?? keyAt(context)

/** The server's built-in functions give no message for frozen objects. */
const refusedWrite = (context: Context, name = memberAt(context)): string | undefined =>
  context.native !== undefined
    ? ''
    : name === undefined
      ? undefined
      : "Cannot assign to read only property '" + name + "' of [object Object]"

function notIterable({ sites, place }: Context): string {
  if (sites?.patterns[place as never]) return 'object is not iterable'
  const at = position(place)
  const spread = sites?.spreads.find(([from, to]) => position(from) <= at && at <= position(to))
  return spread ? spread[2] + ' is not iterable' : 'The value is not iterable'
}

const position = (place: string): number => {
  const found = exec(/^(\d+):(\d+)$/, place)
  return found ? +found[1]! * 1e6 + +found[2]! : -1
}

function notConvertible(context: Context): string {
  const { native, sites, place, registers } = context
  if (native !== undefined) return nothing
  if (sites?.patterns[place as never]) return 'Destructed parameter is null or undefined'
  // Otherwise only `delete` converts the object of a member.
  const member = memberAt(context)
  return member === undefined ? nothing : "Cannot read property '" + member + "' of " + text(registers.value)
}

const undeclared = ' from an object whose class did not declare it'

/** Messages whose translation depends on the place. */
const byPlace: Record<string, (context: Context) => string | undefined> = {
  __proto__: null as never,
  'cannot convert to object': notConvertible,
  'not a function': notCallable,
  'must be called with new': ({ native }) => 'Constructor ' + native + " requires 'new'",
  'no setter for property': refusedWrite,
  // The event object is a proxy.
  'proxy: cannot set property': refusedWrite,
  'object is not extensible': refusedWrite,
  'could not delete property': (context) =>
    context.native === undefined ? "Cannot delete property '" + memberAt(context) + "' of " + text(context.registers.value) : '',
  'value is not iterable': notIterable,
  'regexp not supported': () => '',
  "regexp must have the 'g' flag": ({ native }) =>
    native === 'replaceAll' ? 'String.prototype.replaceAll called with a non-global RegExp argument' : '',
  'invalid array length': ({ native }) => (native === undefined ? '' : 'Invalid array length'),
  'invalid number of digits': ({ native }) =>
    native === 'toPrecision' ? 'precision must be between 1 and 100' : 'fractionDigits argument must be between 0 and 100',
  'cannot convert bigint to number': ({ native }) =>
    native === undefined ? 'Cannot mix BigInt and other types, use explicit conversions' : 'Cannot convert a BigInt value to a number',
  "invalid 'instanceof' right operand": ({ registers: { value } }) =>
    "Right-hand side of 'instanceof' is not " + (typeof value === 'object' && value !== null ? 'callable' : 'an object'),
  'invalid brand on object': (context) => 'Cannot read private member ' + memberAt(context) + undeclared,
  'revoked proxy': (context) => "Cannot perform '" + memberAt(context) + "' on a proxy that has been revoked",
}

const rules: readonly (readonly [RegExp, Rule])[] = [
  [
    /^cannot (?:read|set) property 'Symbol\.iterator' of (.*)/,
    ([, of], { sites, place }) => (of === 'null' && sites?.patterns[place as never] ? 'Destructed parameter is null' : nothing),
  ],
  [/^cannot (?:read|set) property '([^]*)' of (undefined|null)$/, ([, name, of]) => "Cannot read property '" + name + "' of " + of],
  [/^cannot read property of (undefined|null)$/, ([, of], context) => "Cannot read property '" + (keyAt(context) ?? '') + "' of " + of],
  [
    /^(?:(.*) is )?not a constructor$/,
    ([, name], context) => (context.native === undefined ? notCallable(context) : name + ' is not a constructor'),
  ],
  [/^'(.*)' is not defined$/, ([, name]) => name + ' is not defined'],
  [
    /^(.*) is not initialized$/,
    ([, name], { sites, place }) =>
      sites?.accesses[place as never] ? "Cannot access '" + name + "' before initialization" : name + ' has not been initialized',
  ],
  [/^cannot define variable '(.*)'$/, ([, name]) => 'Cannot declare global function ' + name],
  [/^(?:redeclaration of '(.*)')$/, ([, name]) => "Identifier '" + name + "' has already been declared"],
  [
    /^'(.*)' is read-only$/,
    ([, name], context) =>
      context.native === undefined && memberAt(context) === undefined ? 'Assignment to constant variable.' : refusedWrite(context, name),
  ],
  [/^invalid array index/, (_, { native }) => (native === 'with' ? 'Invalid start index' : '')],
  [/^expecting (?:hex digit|surrogate pair|continuation byte|%)|^malformed UTF-8/, () => 'URI malformed'],
  [/^private class field '(.*)' does not exist$/, ([, name]) => 'Cannot read private member ' + name + undeclared],
]

/**
 * @param sites undefined where the code was not analysed.
 * @returns the server's text; undefined for messages that stay as they are, for example the script's own.
 */
export function translate({ message, stack }: EngineError, sites: Sites | undefined, registers: Registers): string | undefined {
  if (typeof message !== 'string' || typeof stack !== 'string') return undefined
  const fixed = plain[message]
  if (fixed !== undefined) return fixed
  const top = exec(/^\s*at (.*) \((?:(native)|.*?:(\d+:\d+))\)/, stack)
  const context: Context = { native: top?.[2] === undefined ? undefined : top[1], place: top?.[3] ?? '', sites, registers }
  const own = context.native === undefined ? undefined : byFunction[message]?.[context.native]
  if (own !== undefined) return own
  const placed = byPlace[message]
  if (placed !== undefined) return placed(context)
  for (let i = 0; i < rules.length; i += 1) {
    const found = exec(rules[i]![0], message)
    if (found) return rules[i]![1](found, context)
  }
  return undefined
}
