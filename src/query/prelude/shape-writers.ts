// Makes functions that write objects with certain members: a state has the same few members event after event.

import type { Primordials } from './primordials.ts'

/**
 * Writes an object of a shape.
 *
 * @param names of its own members, in order.
 * @returns undefined where it has another shape after all: other names, or a member that is not written.
 */
type WriteShape = (value: object, names: readonly PropertyKey[], depth: number) => string | undefined

export interface Shape {
  readonly write: WriteShape
  /** Another one whose first member has the same name. */
  readonly next: Shape | undefined
}

export interface Shapes {
  /** By the name of the first member. */
  readonly byFirst: Readonly<Record<PropertyKey, Shape | undefined>>
  /** An object was written that has no function. Once there were enough like it, there will be one. */
  met(names: readonly PropertyKey[]): void
}

/**
 * Runs inside the sandbox; refers to nothing outside itself.
 *
 * @param valueText writes what is no usual number.
 */
export function makeShapeWriters(p: Primordials, valueText: (value: unknown, depth: number) => string): Shapes {
  const { join, makeFunction } = p
  const name = p.expression(/^(?!__proto__$)[A-Za-z_$][\w$]*$/)
  const mostNames = 12
  const mostShapes = 50
  /** Making one costs as much as writing some ten objects. */
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
    // Names that are always different must not be collected for ever.
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
      byFirst[names[0]!] = { write: makeWriter(names), next: byFirst[names[0]!] }
    } catch {
      // A script that has used up the stack, for example: such objects are written the longer way.
    }
  }

  /** The text of a function like this one, for every number of members; what is read directly costs a third of what is looked for. */
  function makeWriter(names: readonly string[]): WriteShape {
    let condition = 'names.length !== ' + names.length
    let members = ''
    let lacks = 'm0 === undefined'
    let json = ''
    for (let i = 0; i < names.length; i += 1) {
      const member = 'm' + i
      if (i > 0) condition += ' || names[' + i + '] !== "' + names[i] + '"'
      if (i > 0) lacks += ' || ' + member + ' === undefined'
      members += 'const ' + member + ' = value.' + names[i] + ';'
      const isUsual = 'typeof ' + member + ' === "number" && ' + member + ' >= 1e-4 && ' + member + ' < 1e17'
      json +=
        "'" + (i === 0 ? '{' : ',') + '"' + names[i] + '":\' + (' + isUsual + ' ? ' + member + ' : valueText(' + member + ', depth)) + '
    }
    const body = 'if (' + condition + ') return undefined;' + members + 'if (' + lacks + ') return undefined;return ' + json + "'}'"
    const make = makeFunction('valueText', "'use strict';return (value, names, depth) => {" + body + '}')
    return make(valueText) as WriteShape
  }

  return { byFirst, met }
}
