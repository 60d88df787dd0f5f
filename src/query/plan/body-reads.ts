// Determines from a function's text which parts of an event's body it can ever see: an upper bound, so that the rest need not be sent.
// Diagnostics follow the same values as far as they are written out, with places (src/query/diagnostics/origins.ts), and may miss some.

import type { AnyNode } from '../dialect/source/syntax-tree.ts'
import type { Identifier } from './planned-tree.ts'

/**
 * The parts of a value that are read: all of it, some members of an object, or parts of an array's items. No members: only its
 * presence.
 */
export type BodyRead = true | { readonly members: Readonly<Record<string, BodyRead>> } | { readonly items: BodyRead }

type ObjectPattern = Extract<AnyNode, { type: 'ObjectPattern' }>
type Member = Extract<AnyNode, { type: 'MemberExpression' }>

/** The syntax tree around a function. */
export interface FunctionContext {
  readonly parentOf: (node: AnyNode) => AnyNode | undefined
  /** All identifiers of this name in the function, in any role. */
  readonly namesLike: (name: string) => readonly Identifier[]
  /** Whether the query may see an array's items through iteration itself, beside the loop's variable. */
  readonly watchesItems: boolean
}

const presence: BodyRead = { members: {} }

/** @returns the union of both; undefined if both read nothing. */
export function joinReads(one: BodyRead | undefined, other: BodyRead | undefined): BodyRead | undefined {
  if (one === undefined || other === undefined) return one ?? other
  if (one === true || other === true) return true
  if ('items' in one && 'items' in other) return { items: joinReads(one.items, other.items)! }
  if (!('members' in one && 'members' in other)) return isEmpty(one) ? other : isEmpty(other) ? one : true
  const members = { ...one.members }
  for (const [name, read] of Object.entries(other.members)) {
    members[name] = joinReads(Object.hasOwn(members, name) ? members[name] : undefined, read)!
  }
  return { members }
}

const isEmpty = (read: BodyRead): boolean => read !== true && 'members' in read && Object.keys(read.members).length === 0

/**
 * Follows the value through members, declarations, patterns, loops over items, and tests of its presence, as far as its names go. Gives
 * up, and counts the value as read whole, wherever it is passed on, returned, stored, changed or called, or a member's name is computed.
 */
export class BodyReads {
  readonly #context: FunctionContext
  /** Declarations whose names are being followed. */
  readonly #underway = new Set<AnyNode>()

  constructor(context: FunctionContext) {
    this.#context = context
  }

  /**
   * Uses that are not known to be harmless read everything.
   *
   * @param node an expression that stands for the body, or for a part of it.
   */
  ofExpression(node: AnyNode): BodyRead {
    const use = this.#context.parentOf(node)
    switch (use?.type) {
      case 'ChainExpression':
      case 'ParenthesizedExpression':
        return this.ofExpression(use)
      case 'MemberExpression':
        return use.object === node ? this.#ofMember(use) : true
      case 'VariableDeclarator':
        return use.init === node ? this.ofTarget(use.id) : true
      case 'ForOfStatement':
        return use.right === node && !use.await && !this.#context.watchesItems ? this.#ofLoop(use.left) : true
      case 'ConditionalExpression':
      case 'IfStatement':
        return use.test === node ? presence : true
      case 'LogicalExpression':
        return use.left === node && use.operator === '&&' ? presence : true
      case 'UnaryExpression':
        return use.operator === '!' || use.operator === 'typeof' ? presence : true
      case 'BinaryExpression':
        return isCompared(use.operator) && isNothing(use.left === node ? use.right : use.left) ? presence : true
      case 'ExpressionStatement':
        return presence
      default:
        return true
    }
  }

  #ofMember(member: Member): BodyRead {
    const name = nameOf(member.property, member.computed)
    if (name === undefined || !isRead(member, this.#context.parentOf)) return true
    return { members: { [name]: this.ofExpression(member) } }
  }

  #ofLoop(left: AnyNode): BodyRead {
    const target = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : undefined
    return target === undefined ? true : { items: this.ofTarget(target) }
  }

  /** @param target of the body, or of a part of it: a name, which then stands for it, or a pattern. */
  ofTarget(target: AnyNode): BodyRead {
    switch (target.type) {
      case 'Identifier':
        return this.#ofName(target)
      case 'ObjectPattern':
        return this.#ofPattern(target)
      case 'AssignmentPattern':
        return this.ofTarget(target.left)
      default:
        return true
    }
  }

  #ofPattern({ properties }: ObjectPattern): BodyRead {
    let read: BodyRead = presence
    for (const property of properties) {
      if (property.type !== 'Property') return true
      const name = nameOf(property.key, property.computed)
      if (name === undefined) return true
      read = joinReads(read, { members: { [name]: this.ofTarget(property.value) } })!
    }
    return read
  }

  /** Counts every identifier of this name in the function; those of other variables only add reads. */
  #ofName(declared: Identifier): BodyRead {
    if (this.#underway.has(declared)) return true
    this.#underway.add(declared)
    let read: BodyRead = presence
    for (const name of this.#context.namesLike(declared.name)) {
      if (name !== declared && !isNameOnly(name, this.#context.parentOf(name))) read = joinReads(read, this.ofExpression(name))!
    }
    this.#underway.delete(declared)
    return read
  }
}

/** @returns undefined for a computed name, and for one that means no member of the body. */
function nameOf(key: AnyNode, computed: boolean): string | undefined {
  const name = !computed && key.type === 'Identifier' ? key.name : key.type === 'Literal' && typeof key.value === 'string' ? key.value : ''
  return name === '' || name === '__proto__' ? undefined : name
}

/** Whether the identifier names a member and no variable. */
export function isNameOnly(name: Identifier, parent: AnyNode | undefined): boolean {
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.property === name && !parent.computed
    case 'Property':
      return parent.key === name && parent.value !== name && !parent.computed
    default:
      return false
  }
}

const isCompared = (operator: string): boolean => operator === '===' || operator === '!==' || operator === '==' || operator === '!='

const isNothing = (node: AnyNode): boolean =>
  (node.type === 'Literal' && node.value === null && node.raw === 'null') || (node.type === 'Identifier' && node.name === 'undefined')

/** Whether the member is read: neither called, which would pass the object on, nor changed, nor bound to a changeable target. */
export function isRead(member: AnyNode, parentOf: FunctionContext['parentOf']): boolean {
  let node = member
  let use = parentOf(node)
  // Parentheses may separate the member from the change.
  while (use?.type === 'ChainExpression' || use?.type === 'ParenthesizedExpression') {
    node = use
    use = parentOf(use)
  }
  return use !== undefined && !isTarget(node, use, parentOf(use))
}

/** @param above the parent of the use. */
function isTarget(member: AnyNode, use: AnyNode, above: AnyNode | undefined): boolean {
  switch (use.type) {
    case 'AssignmentExpression':
    case 'AssignmentPattern':
    case 'ForInStatement':
    case 'ForOfStatement':
      return use.left === member
    case 'CallExpression':
    case 'NewExpression':
      return use.callee === member
    case 'Property':
      return above?.type !== 'ObjectExpression'
    case 'UnaryExpression':
      return use.operator === 'delete'
    case 'ArrayPattern':
    case 'RestElement':
    case 'TaggedTemplateExpression':
    case 'UpdateExpression':
      return true
    default:
      return false
  }
}
