// Finds the functions of a query that do nothing with their second parameter but read members that events have.

import type { EditedText } from './edits.ts'
import type { AnyNode, Visit } from './syntax-tree.ts'
import { isFunction } from './syntax-tree.ts'

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

/** What is known of a function so far. */
interface Candidate {
  /** The parameter, where it is a name. */
  readonly event: Identifier | undefined
  /** Where its text starts. */
  readonly start: number
  readonly end: number
  reads: boolean
  isCertain: boolean
}

type Identifier = Extract<AnyNode, { type: 'Identifier' }>

export interface EventReaders {
  /** Sees every node of the query, outer ones first. */
  readonly visit: Visit
  /** @param edited the query as the engine gets it. */
  readers(edited: EditedText): EventReader[]
}

export function collectEventReaders(): EventReaders {
  const candidates = new Map<AnyNode, Candidate>()
  return {
    visit(node, ancestors) {
      if (isFunction(node)) candidates.set(node, candidateOf(node, ancestors.at(-1)))
      if (node.type !== 'Identifier') return
      for (const above of ancestors) {
        const candidate = candidates.get(above)
        if (candidate) note(candidate, node, ancestors)
      }
    },
    readers(edited) {
      const found = new Map<string, EventReader>()
      for (const { start, end, reads, isCertain } of candidates.values()) {
        const text = edited.text.slice(edited.toNew(start), edited.toNew(end))
        if (isCertain) found.set(text, { text, reads })
      }
      return [...found.values()]
    },
  }
}

function candidateOf(node: FunctionNode, parent: AnyNode | undefined): Candidate {
  const [first, second] = node.params
  const event = second?.type === 'Identifier' ? second : undefined
  const reads = second?.type === 'ObjectPattern' && takesMembers(second)
  // The text of a method begins with its name.
  const start = parent?.type === 'Property' && parent.method ? parent.start : node.start
  return { event, start, end: node.end, reads, isCertain: first?.type !== 'RestElement' && (!second || !!event || reads) }
}

function note(candidate: Candidate, node: Identifier, ancestors: readonly AnyNode[]): void {
  // Both reach parameters without their names.
  if (node.name === 'arguments' || node.name === 'eval') candidate.isCertain = false
  if (node.name !== candidate.event?.name || node === candidate.event) return
  if (isRead(node, ancestors)) candidate.reads = true
  else candidate.isCertain = false
}

const takesMembers = ({ properties }: Extract<AnyNode, { type: 'ObjectPattern' }>): boolean =>
  properties.every((property) => property.type === 'Property' && !property.computed && isMember(property.key))

const isMember = (key: AnyNode): boolean => key.type === 'Identifier' && members.has(key.name)

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
