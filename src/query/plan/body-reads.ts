// Finds out which parts of an event's body a function can ever see, from how it uses the body in its text.

import type { AnyNode } from '../dialect/syntax-tree.ts'

/**
 * What is read of a value: all of it, some members of an object, or something of the items of an array. No members: only whether it
 * is there.
 */
export type BodyRead = true | { readonly members: Readonly<Record<string, BodyRead>> } | { readonly items: BodyRead }

export type Identifier = Extract<AnyNode, { type: 'Identifier' }>
type ObjectPattern = Extract<AnyNode, { type: 'ObjectPattern' }>
type Member = Extract<AnyNode, { type: 'MemberExpression' }>

/** Where a function stands in its query. */
export interface FunctionContext {
  readonly parentOf: (node: AnyNode) => AnyNode | undefined
  /** All names like this in the function, in whatever role. */
  readonly namesLike: (name: string) => readonly Identifier[]
}

const presence: BodyRead = { members: {} }

/** @returns what both read together; undefined: nothing. */
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
 * @param watchesItems whether the query may see the items of an array that a loop goes through by other means than the loop.
 * @returns functions that tell what is read of a body where an expression or a pattern stands for it.
 */
export function createBodyReads({ parentOf, namesLike }: FunctionContext, watchesItems: boolean) {
  const underway = new Set<AnyNode>()

  /** Whatever is not known to be harmless reads everything. */
  function ofExpression(node: AnyNode): BodyRead {
    const use = parentOf(node)
    switch (use?.type) {
      case 'ChainExpression':
      case 'ParenthesizedExpression':
        return ofExpression(use)
      case 'MemberExpression':
        return use.object === node ? ofMember(use) : true
      case 'VariableDeclarator':
        return use.init === node ? ofTarget(use.id) : true
      case 'ForOfStatement':
        return use.right === node && !use.await && !watchesItems ? ofLoop(use.left) : true
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

  function ofMember(member: Member): BodyRead {
    const name = nameOf(member.property, member.computed)
    if (name === undefined || isChangedOrCalled(member)) return true
    return { members: { [name]: ofExpression(member) } }
  }

  function isChangedOrCalled(member: Member): boolean {
    let node: AnyNode = member
    let use = parentOf(node)
    while (use?.type === 'ChainExpression' || use?.type === 'ParenthesizedExpression') {
      node = use
      use = parentOf(use)
    }
    return use !== undefined && isTarget(node, use, parentOf(use))
  }

  function ofLoop(left: AnyNode): BodyRead {
    const target = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : undefined
    return target === undefined ? true : { items: ofTarget(target) }
  }

  /** What takes a value in: a name, which then stands for it, or a pattern. */
  function ofTarget(target: AnyNode): BodyRead {
    switch (target.type) {
      case 'Identifier':
        return ofName(target)
      case 'ObjectPattern':
        return ofPattern(target)
      case 'AssignmentPattern':
        return ofTarget(target.left)
      default:
        return true
    }
  }

  function ofPattern({ properties }: ObjectPattern): BodyRead {
    let read: BodyRead = presence
    for (const property of properties) {
      if (property.type !== 'Property') return true
      const name = nameOf(property.key, property.computed)
      if (name === undefined) return true
      read = joinReads(read, { members: { [name]: ofTarget(property.value) } })!
    }
    return read
  }

  /** Every name like it in the function counts as one for it: those of other variables do no harm. */
  function ofName(declared: Identifier): BodyRead {
    if (underway.has(declared)) return true
    underway.add(declared)
    let read: BodyRead = presence
    for (const name of namesLike(declared.name)) {
      if (name !== declared && !isNameOnly(name, parentOf(name))) read = joinReads(read, ofExpression(name))!
    }
    underway.delete(declared)
    return read
  }

  return { ofExpression, ofTarget }
}

/** @returns undefined where it is computed, or means something else than a member of the body. */
function nameOf(key: AnyNode, computed: boolean): string | undefined {
  const name = !computed && key.type === 'Identifier' ? key.name : key.type === 'Literal' && typeof key.value === 'string' ? key.value : ''
  return name === '' || name === '__proto__' ? undefined : name
}

/** Whether it names a member or a label and no variable. */
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

/** Whether the member is changed there, called, or bound to what may be changed, rather than read. @param above what the use is part of. */
export function isTarget(member: AnyNode, use: AnyNode, above: AnyNode | undefined): boolean {
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
    // Brackets may stand between it and what changes it.
    case 'ArrayPattern':
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'RestElement':
    case 'TaggedTemplateExpression':
    case 'UpdateExpression':
      return true
    default:
      return false
  }
}
