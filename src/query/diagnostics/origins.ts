// Follows the event and the state from a handler's parameters through aliases, patterns and helper functions, and lists what is taken from them.

import type { Scope } from 'periscopic'
import type { AnyNode, FunctionNode } from '../dialect/source/syntax-tree.ts'
import { isFunction } from '../dialect/source/syntax-tree.ts'
import type { IdentifierNode, Scopes } from './scopes.ts'
import type { MemberNode } from './syntax-names.ts'
import { keyName, memberName } from './syntax-names.ts'

/** What an expression holds: the event, the state, or the member of one at a path. */
export interface Origin {
  readonly root: 'event' | 'state'
  readonly path: readonly string[]
  /** The type that the handler is for; undefined where events of several types come, and for the state. */
  readonly type: string | undefined
}

/** A member that is read from or written to something with an origin. */
export interface OriginUse {
  readonly origin: Origin
  readonly name: string
  /** The node of the name. */
  readonly at: AnyNode
  /** The member expression; undefined where a pattern takes the member. */
  readonly member: MemberNode | undefined
  /** The variable that a pattern gives the member to. */
  readonly variable?: IdentifierNode | undefined
  readonly hasDefault?: boolean
}

/** A parameter of a handler or of a callback. */
export interface Parameter {
  readonly pattern: AnyNode | undefined
  readonly origin: Origin
}

/** Where a name came to hold values of different origins, or also others. */
const mixed = Symbol('mixed')
type Held = Origin | typeof mixed

/** Longer ways through aliases and helpers are not followed. */
const mostRounds = 4

export class Origins {
  readonly #scopes: Scopes
  readonly #held = new Map<Scope, Map<string, Held>>()
  readonly #parameters = new Set<string>()
  #uses: readonly OriginUse[] | undefined
  #hasChanged = false

  constructor(scopes: Scopes, parameters: readonly Parameter[]) {
    this.#scopes = scopes
    for (const { pattern, origin } of parameters) if (pattern) this.#bind(pattern, origin)
    for (const held of this.#held.values()) for (const name of held.keys()) this.#parameters.add(name)
    const steps = this.#steps()
    for (let round = 0; round < mostRounds; round++) {
      this.#hasChanged = false
      for (const step of steps) step()
      if (!this.#hasChanged) break
    }
  }

  /** @returns what the expression holds; undefined where that is not known. */
  of(node: AnyNode): Origin | undefined {
    switch (node.type) {
      case 'Identifier': {
        const owner = this.#scopes.ownerOf(node)
        const held = owner && this.#held.get(owner)?.get(node.name)
        return held === mixed ? undefined : held
      }
      case 'ParenthesizedExpression':
      case 'ChainExpression':
        return this.of(node.expression)
      case 'MemberExpression': {
        const origin = this.of(node.object)
        const name = origin && memberName(node)
        return name === undefined ? undefined : { ...origin!, path: [...origin!.path, name] }
      }
      case 'LogicalExpression':
        // `event.data || {}`
        return node.operator === '&&' ? undefined : this.of(node.left)
      default:
        return undefined
    }
  }

  /** All members that the query takes from the event or the state, in the order of the text. */
  get uses(): readonly OriginUse[] {
    this.#uses ??= this.#findUses()
    return this.#uses
  }

  #findUses(): OriginUse[] {
    const found: OriginUse[] = []
    const inPattern = (pattern: AnyNode, origin: Origin): void => {
      if (pattern.type === 'AssignmentPattern') return inPattern(pattern.left, origin)
      if (pattern.type !== 'ObjectPattern') return
      for (const property of pattern.properties) {
        const name = property.type === 'Property' ? keyName(property) : undefined
        if (property.type !== 'Property' || name === undefined) continue
        const hasDefault = property.value.type === 'AssignmentPattern'
        const target = property.value.type === 'AssignmentPattern' ? property.value.left : property.value
        const variable = target.type === 'Identifier' ? target : undefined
        found.push({ origin, name, at: property.key, member: undefined, variable, hasDefault })
        inPattern(property.value, { ...origin, path: [...origin.path, name] })
      }
    }
    const scopes = this.#scopes
    for (const member of scopes.all('MemberExpression')) {
      const origin = this.of(member.object)
      const name = origin && memberName(member)
      if (name !== undefined) found.push({ origin: origin!, name, at: member.property, member })
    }
    for (const { id, init } of scopes.all('VariableDeclarator')) {
      const origin = init && id.type === 'ObjectPattern' ? this.of(init) : undefined
      if (origin) inPattern(id, origin)
    }
    for (const run of functionsIn(scopes)) {
      for (const [index, parameter] of run.params.entries()) {
        if (parameter.type === 'Identifier') continue
        const origin = this.#patterns.get(parameter) ?? this.#given(run, index)
        if (origin) inPattern(parameter, origin)
      }
    }
    return found.sort((one, other) => one.at.start - other.at.start)
  }

  /** Patterns of parameters with what they take apart. */
  readonly #patterns = new Map<AnyNode, Origin>()

  #given(run: FunctionNode, index: number): Origin | undefined {
    const held = this.#arguments.get(run)?.[index]
    return held === mixed ? undefined : held
  }

  /** What calls hand to functions of the query, by parameter. */
  readonly #arguments = new Map<FunctionNode, (Held | undefined)[]>()

  /** The declarations and calls that hand something on. */
  #steps(): (() => void)[] {
    const steps: (() => void)[] = []
    for (const { id, init } of this.#scopes.all('VariableDeclarator')) {
      if (!init) continue
      steps.push(() => {
        const origin = this.of(init)
        if (origin) this.#bind(id, origin)
      })
    }
    for (const { left, right } of this.#scopes.all('AssignmentExpression'))
      if (left.type === 'Identifier') steps.push(() => this.#assign(left, right))
    for (const { callee, arguments: given } of this.#scopes.all('CallExpression')) {
      const called = callee.type === 'Identifier' ? this.#scopes.valueOf(callee) : callee
      if (isFunction(called)) steps.push(() => this.#call(called, given))
    }
    return steps
  }

  /** A parameter that is replaced still names the state of the handler; other variables lose what they held. */
  #assign(left: IdentifierNode, right: AnyNode): void {
    const owner = this.#scopes.ownerOf(left)
    if (!owner || this.#parameters.has(left.name)) return
    const origin = this.of(right)
    const held = this.#held.get(owner)?.get(left.name)
    if (held === undefined && origin && this.#scopes.isAssignedOnce(left)) this.#hold(owner, left.name, origin)
    else if (held !== undefined && !this.#scopes.isAssignedOnce(left)) this.#hold(owner, left.name, mixed)
  }

  #call(called: FunctionNode, given: readonly AnyNode[]): void {
    if (given.some(({ type }) => type === 'SpreadElement')) return
    const known = this.#arguments.get(called) ?? []
    this.#arguments.set(called, known)
    for (const [index, parameter] of called.params.entries()) {
      const argument = given[index]
      const origin = argument && this.of(argument)
      if (origin) known[index] = known[index] === undefined ? origin : merged(known[index], origin)
      const held = known[index]
      if (held !== undefined && held !== mixed) this.#bind(parameter, held)
    }
  }

  #bind(pattern: AnyNode, origin: Origin): void {
    switch (pattern.type) {
      case 'Identifier': {
        const owner = this.#scopes.ownerOf(pattern)
        if (owner) this.#hold(owner, pattern.name, origin)
        return
      }
      case 'AssignmentPattern':
        return this.#bind(pattern.left, origin)
      case 'ObjectPattern':
        this.#patterns.set(pattern, origin)
        for (const property of pattern.properties) {
          // The rest of an event is still the event, as far as a query can tell.
          if (property.type === 'RestElement') this.#bind(property.argument, origin)
          else {
            const name = keyName(property)
            if (name !== undefined) this.#bind(property.value, { ...origin, path: [...origin.path, name] })
          }
        }
        return
      default:
    }
  }

  #hold(owner: Scope, name: string, origin: Held): void {
    const names = this.#held.get(owner) ?? new Map<string, Held>()
    this.#held.set(owner, names)
    const known = names.get(name)
    const next = known === undefined ? origin : merged(known, origin)
    if (known !== undefined && isSame(known, next)) return
    names.set(name, next)
    this.#hasChanged = true
  }
}

function isSame(one: Held, other: Held): boolean {
  if (one === mixed || other === mixed) return one === other
  return one.root === other.root && one.type === other.type && one.path.join('\0') === other.path.join('\0')
}

function merged(one: Held, other: Held): Held {
  if (one === mixed || other === mixed) return mixed
  if (one.root !== other.root || one.path.join('\0') !== other.path.join('\0')) return mixed
  return one.type === other.type ? one : { ...one, type: undefined }
}

const functionsIn = (scopes: Scopes): readonly FunctionNode[] => [
  ...scopes.all('FunctionDeclaration'),
  ...scopes.all('FunctionExpression'),
  ...scopes.all('ArrowFunctionExpression'),
]
