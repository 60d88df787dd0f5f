// Finds the functions of a query that do nothing with their second parameter but read members that events have.

import type { EditedText } from './edits.ts'
import type { AnyNode } from './syntax-tree.ts'
import { isFunction, walk } from './syntax-tree.ts'

/** A handler that cannot tell a real event from an object that has the members it reads. */
export interface EventReader {
  /** The function as the engine shows it. Whatever has this text is such a handler: it depends on nothing around it. */
  readonly text: string
  /** Whether it reads any member. */
  readonly reads: boolean
}

type FunctionNode = Extract<AnyNode, { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }>

const members = new Set([
  'body',
  'bodyRaw',
  'category',
  'data',
  'eventId',
  'eventType',
  'isJson',
  'linkMetadata',
  'linkMetadataRaw',
  'metadata',
  'metadataRaw',
  'partition',
  'sequenceNumber',
  'streamId',
])

/** @param edited the query as the engine gets it. */
export function findEventReaders(program: AnyNode, edited: EditedText): EventReader[] {
  const found = new Map<string, EventReader>()
  walk(program, (node, ancestors) => {
    if (!isFunction(node)) return
    const reads = readsOf(node)
    if (reads === undefined) return
    const text = edited.text.slice(edited.toNew(startOf(node, ancestors.at(-1))), edited.toNew(node.end))
    found.set(text, { text, reads })
  })
  return [...found.values()]
}

/** The text of a method begins with its name. */
const startOf = (node: AnyNode, parent: AnyNode | undefined): number =>
  parent?.type === 'Property' && parent.method ? parent.start : node.start

/** @returns undefined where the event may be used in another way. */
function readsOf(node: FunctionNode): boolean | undefined {
  const [first, second] = node.params
  if (first?.type === 'RestElement') return undefined
  if (second === undefined) return usesIn(node, undefined) && false
  if (second.type === 'ObjectPattern') return usesIn(node, undefined) && takesMembers(second)
  return second.type === 'Identifier' ? usesIn(node, second) && isNamed(node, second.name) : undefined
}

/** Whether the function names its parameter anywhere else. */
function isNamed(node: FunctionNode, name: string): boolean {
  let count = 0
  walk(node, (inner) => {
    if (inner.type === 'Identifier' && inner.name === name) count += 1
  })
  return count > 1
}

const takesMembers = ({ properties }: Extract<AnyNode, { type: 'ObjectPattern' }>): true | undefined =>
  properties.every((property) => property.type === 'Property' && !property.computed && isMember(property.key)) ? true : undefined

const isMember = (key: AnyNode): boolean => key.type === 'Identifier' && members.has(key.name)

/** @returns true where nothing is done with the event but reading members; undefined in case of doubt. */
function usesIn(node: FunctionNode, event: Extract<AnyNode, { type: 'Identifier' }> | undefined): true | undefined {
  let isCertain = true
  walk(node, (inner, ancestors) => {
    if (inner.type !== 'Identifier' || inner === event) return
    // Both reach parameters without their names.
    if (inner.name === 'arguments' || inner.name === 'eval') isCertain = false
    if (inner.name === event?.name && !isRead(inner, ancestors)) isCertain = false
  })
  return isCertain || undefined
}

/** Whether it is the object of a member that is read: not called, which would hand the object over, and not changed. */
function isRead(node: AnyNode, ancestors: readonly AnyNode[]): boolean {
  const member = ancestors.at(-1)
  const use = ancestors.at(-2)
  if (member?.type !== 'MemberExpression' || member.object !== node || member.computed || !isMember(member.property)) return false
  return use !== undefined && !isTarget(member, use, ancestors.at(-3))
}

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
