// Turns the texts of the engine's own errors into those of the reference (projection-language §17.3).

import type { Replacer } from './replace.ts'
import type { Registers, Sites } from './sites.ts'

/** An error as the engine made it. */
export interface EngineError {
  readonly name: string
  readonly message: string
  readonly stack: string
}

export type Translate = ReturnType<typeof makeTranslator>

/** Runs inside the sandbox; refers to nothing outside itself. */
export function makeTranslator({ method }: Pick<Replacer, 'method'>) {
  const { String } = globalThis
  const exec = method(RegExp.prototype, 'exec')
  const slice = method(String.prototype, 'slice')

  const nothing = 'Cannot convert undefined or null to object'

  /** Texts that depend on nothing else. */
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
  }

  interface Context {
    /** Name of the built-in function that threw; undefined where the script's own code did. */
    readonly native: string | undefined
    /** Where the script's own code threw. */
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
      return String(value)
    } catch {
      return ''
    }
  }

  function notCallable({ native, sites, place, registers }: Context): string | undefined {
    if (native !== undefined) return native === 'call' || native === 'apply' ? undefined : 'Argument must be callable'
    const site = sites?.calls[place as never]
    if (site === undefined) return undefined
    const rest = slice(site, 1)
    if (site[0] === 'p') return "Property '" + rest + "' of object is not a function"
    if (site[0] === 'k') return "Property '" + text(registers.keys[+rest]) + "' of object is not a function"
    if (site[0] === 'n') return rest + ' is not a constructor'
    return (site[0] === 'r' ? text(registers.value) : rest) + ' is not a function'
  }

  const memberAt = (context: Context): string | undefined => context.sites?.members[context.place as never] ?? keyAt(context)

  const refusedWrite = (context: Context, name = memberAt(context)): string | undefined =>
    name === undefined ? undefined : "Cannot assign to read only property '" + name + "' of [object Object]"

  /** Whether the place lies in an element with three points in front. */
  function isSpread({ sites, place }: Context): boolean {
    const at = position(place)
    return sites?.spreads.some(([from, to]) => position(from) <= at && at <= position(to)) ?? false
  }

  const position = (place: string): number => {
    const found = exec(/^(\d+):(\d+)$/, place)
    return found ? +found[1]! * 1e6 + +found[2]! : -1
  }

  const destructured = ({ native, sites, place }: Context): string =>
    native === undefined && sites?.patterns[place as never] ? 'Destructed parameter is null or undefined' : nothing

  const rules: readonly (readonly [RegExp, Rule])[] = [
    [/^cannot (?:read|set) property 'Symbol\.iterator' of /, (_, context) => destructured(context)],
    [/^cannot (?:read|set) property '([^]*)' of (undefined|null)$/, ([, name, of]) => "Cannot read property '" + name + "' of " + of],
    [/^cannot read property of (undefined|null)$/, ([, of], context) => "Cannot read property '" + (keyAt(context) ?? '') + "' of " + of],
    [/^cannot convert to object$/, (_, context) => destructured(context)],
    [/^not a function$/, (_, context) => notCallable(context)],
    [
      /^(.*) is not a constructor$/,
      ([, name], context) => (context.native === undefined ? notCallable(context) : name + ' is not a constructor'),
    ],
    [/^must be called with new$/, (_, { native }) => 'Constructor ' + native + " requires 'new'"],
    [/^'(.*)' is not defined$/, ([, name]) => name + ' is not defined'],
    [/^(.*) is not initialized$/, ([, name]) => name + ' has not been initialized'],
    [/^cannot define variable '(.*)'$/, ([, name]) => 'Cannot declare global function ' + name],
    [/^(?:redeclaration of '(.*)')$/, ([, name]) => "Identifier '" + name + "' has already been declared"],
    [
      /^'(.*)' is read-only$/,
      ([, name], context) => (memberAt(context) === undefined ? 'Assignment to constant variable.' : refusedWrite(context, name)),
    ],
    [/^no setter for property$/, (_, context) => refusedWrite(context)],
    // The event object is a proxy.
    [/^proxy: cannot set property$/, (_, context) => refusedWrite(context)],
    [/^object is not extensible$/, (_, context) => (context.native === 'setPrototypeOf' ? '' : refusedWrite(context))],
    [
      /^could not delete property$/,
      (_, context) => "Cannot delete property '" + memberAt(context) + "' of " + text(context.registers.value),
    ],
    [/^value is not iterable$/, (_, context) => (isSpread(context) ? ' is not iterable' : 'The value is not iterable')],
    [/^not an object$/, (_, { native }) => (native === 'Map' || native === 'WeakMap' ? "iterator's value must be an object" : undefined)],
    [/^invalid array length$/, (_, { native }) => (native === undefined ? '' : 'Invalid array length')],
    [
      /^invalid number of digits$/,
      (_, { native }) =>
        native === 'toPrecision' ? 'precision must be between 1 and 100' : 'fractionDigits argument must be between 0 and 100',
    ],
    [
      /^regexp must have the 'g' flag$/,
      (_, { native }) => (native === 'replaceAll' ? 'String.prototype.replaceAll called with a non-global RegExp argument' : ''),
    ],
    [
      /^cannot convert bigint to number$/,
      (_, { native }) =>
        native === undefined ? 'Cannot mix BigInt and other types, use explicit conversions' : 'Cannot convert a BigInt value to a number',
    ],
    [/^expecting (?:hex digit|surrogate pair|continuation byte|%)|^malformed UTF-8/, () => 'URI malformed'],
    [
      /^invalid 'instanceof' right operand$/,
      (_, { registers: { value } }) =>
        "Right-hand side of 'instanceof' is not " + (typeof value === 'object' && value !== null ? 'callable' : 'an object'),
    ],
    [
      /^private class field '(.*)' does not exist$/,
      ([, name]) => 'Cannot read private member ' + name + ' from an object whose class did not declare it',
    ],
    [
      /^invalid brand on object$/,
      (_, context) => 'Cannot read private member ' + memberAt(context) + ' from an object whose class did not declare it',
    ],
    [/^revoked proxy$/, (_, context) => "Cannot perform '" + memberAt(context) + "' on a proxy that has been revoked"],
  ]

  /**
   * @param sites undefined where the code was not looked at.
   * @returns the reference's text, or undefined for what it does not say otherwise, as the script's own messages are.
   */
  return function translate({ message, stack }: EngineError, sites: Sites | undefined, registers: Registers): string | undefined {
    if (typeof message !== 'string' || typeof stack !== 'string') return undefined
    const fixed = plain[message]
    if (fixed !== undefined) return fixed
    const top = exec(/^\s*at (.*) \((?:(native)|.*?:(\d+:\d+))\)/, stack)
    const context: Context = { native: top?.[2] === undefined ? undefined : top[1], place: top?.[3] ?? '', sites, registers }
    for (let i = 0; i < rules.length; i += 1) {
      const found = exec(rules[i]![0], message)
      if (found) return rules[i]![1](found, context)
    }
    return undefined
  }
}
