// Generates functions that write objects of one shape or take their values: a state has the same few members event after event.

import type { Primordials } from './primordials.ts'

/**
 * Writes an object of a shape.
 *
 * @param names of its own members, in order.
 * @returns undefined where the object has another shape: other names, or a member that is not written.
 */
type WriteShape = (value: object, names: readonly PropertyKey[], depth: number) => string | undefined

/**
 * Takes the values of a fitting object's members, if all of them are primitives with unambiguous texts.
 *
 * @returns 2 where they differ from the values taken last, 1 where they are the same, 0 where nothing was taken.
 */
type TakeShape = (value: object) => 0 | 1 | 2

interface ShapeFunctions {
  readonly write: WriteShape
  /** Whether an object with these names has this shape. */
  readonly fits: (names: readonly PropertyKey[]) => boolean
  readonly take: TakeShape
  /** @returns the text that `write` gives for a fitting object; undefined where its values could not be taken. */
  readonly plainText: (value: object) => string | undefined
  /** @returns the text that `write` gives for the values taken last. */
  readonly takenText: () => string
}

export interface Shape extends ShapeFunctions {
  /** Another shape whose first member has the same name. */
  readonly next: Shape | undefined
}

export interface Shapes {
  /** By the name of the first member. */
  readonly byFirst: Readonly<Record<PropertyKey, Shape | undefined>>
  /** Counts an object that was written without a function; once enough are alike, generates the functions. */
  met(names: readonly PropertyKey[]): void
}

/**
 * Runs inside the sandbox; refers to nothing outside itself.
 *
 * @param valueText writes values other than usual numbers.
 */
export function makeShapeWriters(p: Primordials, valueText: (value: unknown, depth: number) => string): Shapes {
  const { join, makeFunction } = p
  const name = p.expression(/^(?!__proto__$)[A-Za-z_$][\w$]*$/)
  const mostNames = 12
  const mostShapes = 50
  /** Generating functions costs as much as writing some ten objects. */
  const often = 20

  const dictionary = <Value>() => ({ __proto__: null }) as unknown as Record<PropertyKey, Value | undefined>
  const byFirst = dictionary<Shape>()
  let counts = dictionary<number>()
  let counted = 0
  let made = 0

  function met(names: readonly PropertyKey[]): void {
    if (names.length === 0 || names.length > mostNames || made >= mostShapes || hasSymbol(names)) return
    const key = join(names as readonly string[], ' ')
    const count = (counts[key] ?? 0) + 1
    if (count > often) return
    if (count === 1) counted += 1
    // Names that always differ must not accumulate.
    if (counted > mostShapes * often) {
      counts = dictionary()
      counted = 1
    }
    counts[key] = count
    if (count === often && areUsual(names as readonly string[])) add(names as readonly string[])
  }

  function hasSymbol(names: readonly PropertyKey[]): boolean {
    for (let i = 0; i < names.length; i += 1) if (typeof names[i] !== 'string') return true
    return false
  }

  function areUsual(names: readonly string[]): boolean {
    for (let i = 0; i < names.length; i += 1) if (name.exec(names[i]!) === null) return false
    return true
  }

  function add(names: readonly string[]): void {
    made += 1
    try {
      const { write, fits, take, plainText, takenText } = makeShape(names)
      byFirst[names[0]!] = { write, fits, take, plainText, takenText, next: byFirst[names[0]!] }
    } catch {
      // For example, the script may have used up the stack; such objects are then written without a function.
    }
  }

  /** Generates code without loops: reading a member by a fixed name costs a third of looking it up. */
  function makeShape(names: readonly string[]): ShapeFunctions {
    const isUsual = (member: string): string => 'typeof ' + member + ' === "number" && ' + member + ' >= 1e-4 && ' + member + ' < 1e17'
    let isOther = 'names.length !== ' + names.length
    let members = ''
    let lacks = 'm0 === undefined'
    let json = ''
    let taken = ''
    let differ = ''
    let keep = ''
    let takenJson = ''
    let isLost = ''
    let areUsual = ''
    let usualJson = ''
    for (let i = 0; i < names.length; i += 1) {
      const member = 'm' + i
      const kept = 't' + i
      const start = "'" + (i === 0 ? '{' : ',') + '"' + names[i] + '":\' + '
      if (i > 0) isOther += ' || names[' + i + '] !== "' + names[i] + '"'
      if (i > 0) lacks += ' || ' + member + ' === undefined'
      members += 'const ' + member + ' = value.' + names[i] + ';'
      json += start + '(' + isUsual(member) + ' ? ' + member + ' : valueText(' + member + ', depth)) + '
      taken += 'let ' + kept + ' = nothing;'
      const isLostHere = '!(' + isUsual(member) + ' || isPlain(' + member + '))'
      differ += 'if (' + member + ' !== ' + kept + ') { if (' + isLostHere + ') return 0; differs = true }'
      // The two zeros are equal, but their texts differ.
      differ += 'else if (' + member + ' === 0 && 1 / ' + member + ' < 0) return 0;'
      keep += kept + ' = ' + member + ';'
      isLost += (i === 0 ? '' : ' || ') + isLostHere
      areUsual += (i === 0 ? '' : ' && ') + isUsual(member)
      usualJson += start + member + ' + '
      takenJson += start + 'valueText(' + kept + ', 1) + '
    }
    const write =
      'write: (value, names, depth) => {if (' +
      isOther +
      ') return undefined;' +
      members +
      'if (' +
      lacks +
      ') return undefined;return ' +
      json +
      "'}'}"
    const fits = 'fits: (names) => !(' + isOther + ')'
    const take = 'take: (value) => {' + members + 'let differs = false;' + differ + 'if (!differs) return 1;' + keep + 'return 2}'
    const plainText =
      'plainText: (value) => {' +
      members +
      'if (' +
      areUsual +
      ') return ' +
      usualJson +
      "'}';if (" +
      isLost +
      ') return undefined;const depth = 1;return ' +
      json +
      "'}'}"
    const takenText = 'takenText: () => ' + takenJson + "'}'"
    const shape = '{ __proto__: null, ' + write + ', ' + fits + ', ' + take + ', ' + plainText + ', ' + takenText + ' }'
    const make = makeFunction('valueText', 'isPlain', 'nothing', "'use strict';" + taken + 'return ' + shape)
    return make(valueText, isPlain, {}) as ShapeFunctions
  }

  /** Whether no other value has the same text. */
  function isPlain(value: unknown): boolean {
    switch (typeof value) {
      case 'number':
        return value - value === 0 && (value !== 0 || 1 / value > 0)
      case 'string':
        return valueText(value, 1).length === value.length + 2
      case 'boolean':
        return true
      default:
        return value === null
    }
  }

  return { byFirst, met }
}
