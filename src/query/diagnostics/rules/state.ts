// Finds states that begin without what handlers expect, lose what they hold, or grow without end.

import type { RuleFinding } from '../diagnostic.ts'
import type { MemberUse } from '../functions.ts'
import { membersUsed, parameterName, returnedBy, takesEvent, usesOf, withoutParentheses } from '../functions.ts'
import type { AnyNode, FunctionNode } from '../../dialect/source/syntax-tree.ts'
import { walk } from '../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../query-model.ts'
import { keyName, memberName } from '../query-model.ts'
import type { Rule } from '../rule.ts'
import type { IdentifierNode } from '../scopes.ts'
import { eventReaders } from './events.ts'

export const stateRules: readonly Rule[] = [
  function* beginnings(query) {
    const known = initialMembers(query)
    if (known === 'unknown') return
    const runs = query.handlers.filter((handler) => takesEvent(handler)).flatMap(({ run }) => (run ? [run] : []))
    // A pair has two beginnings; its members are not followed.
    if (runs.some(({ params }) => params[0]?.type === 'ArrayPattern')) return
    const uses = runs.flatMap((run) => membersUsed(query, run, run.params[0]))
    const provided = new Set(uses.filter((use) => isProvided(query, use)).map(({ name }) => name))
    const reported = new Set<string>()
    for (const use of uses) {
      const effect = use.member && !known?.has(use.name) && !provided.has(use.name) ? effectOf(query, use.member) : undefined
      if (effect === undefined || reported.has(use.name)) continue
      reported.add(use.name)
      const facts = { member: query.text.slice(use.member!.start, use.member!.end), effect }
      yield { code: known ? 'missing-member' : 'missing-init', at: use.member!, facts }
    }
  },
  function* lost(query) {
    for (const node of stateValues(query)) {
      if (node.type !== 'NewExpression' || node.callee.type !== 'Identifier' || !unkept.includes(node.callee.name)) continue
      if (!query.scopes.isDeclared(node.callee)) yield { code: 'lost-in-state', at: node, facts: { name: node.callee.name } }
    }
  },
  function* growth(query) {
    for (const { text, run } of query.handlers) {
      if (!run || text === '$init' || text === '$initShared' || text === '$created') continue
      yield* growing(query, run)
    }
  },
  function* partitions(query) {
    for (const { role, run } of query.callbacks) {
      if (role !== 'partitionBy') continue
      for (const { name, member } of membersUsed(query, run, run.params[0])) {
        const isKey = member && returnedBy(run).some((value) => value.start <= member.start && member.end <= value.end)
        if (isKey && unbounded.includes(name))
          yield { code: 'unbounded-partitions', at: member, facts: { name: query.text.slice(member.start, member.end) } }
      }
    }
  },
]

const unkept = ['Map', 'Set', 'WeakMap', 'WeakSet', 'Date', 'RegExp']
const unbounded = ['eventId', 'sequenceNumber', 'bodyRaw', 'created']

/** @returns the members that `$init` sets; undefined where there is no `$init`. */
function initialMembers({ handlers, hasHiddenHandlers }: QueryModel): ReadonlySet<string> | 'unknown' | undefined {
  if (hasHiddenHandlers || handlers.some(({ text }) => text === '$created' || text === '$initShared')) return 'unknown'
  const init = handlers.findLast(({ text }) => text === '$init')
  if (!init) return undefined
  const returned = init.run && !init.run.async && !init.run.generator ? returnedBy(init.run) : []
  const [value] = returned
  if (returned.length !== 1 || value?.type !== 'ObjectExpression') return 'unknown'
  const names = value.properties.map((property) => (property.type === 'Property' ? keyName(property) : undefined))
  return names.includes(undefined) ? 'unknown' : new Set(names as string[])
}

/** Whether the code gives the member a first value, or asks whether it has one. */
function isProvided({ scopes }: QueryModel, { member }: MemberUse): boolean {
  if (!member) return true
  let node: AnyNode = member
  let parent = scopes.parentOf(member)
  while (parent?.type === 'ParenthesizedExpression' || parent?.type === 'ChainExpression')
    [node, parent] = [parent, scopes.parentOf(parent)]
  if (member.optional) return true
  switch (parent?.type) {
    case 'AssignmentExpression':
      if (parent.left !== node) return true
      return parent.operator === '=' ? !reads(parent.right, member) : /^(\|\||&&|\?\?)=$/.test(parent.operator)
    case 'MemberExpression':
      return parent.object === node && parent.optional
    case 'LogicalExpression':
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'UnaryExpression':
      return parent.type !== 'UnaryExpression' || ['!', 'typeof', 'delete'].includes(parent.operator)
    case 'BinaryExpression':
      return !/^[-+*/%]$|^\*\*$/.test(parent.operator)
    case 'CallExpression':
      // Passed on: the function may give it a value.
      return parent.callee !== node
    default:
      return false
  }
}

/** Whether an expression takes part of its value from the same member as it stands. */
function reads(value: AnyNode, member: Extract<AnyNode, { type: 'MemberExpression' }>): boolean {
  const path = pathOf(member)
  let isFound = false
  walk(value, (node) => {
    if (node.type === 'MemberExpression' && path !== undefined && pathOf(node) === path) isFound = true
  })
  return isFound
}

function pathOf(node: AnyNode): string | undefined {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression') return undefined
  const object = pathOf(node.object)
  const name = memberName(node)
  return object === undefined || name === undefined ? undefined : `${object}.${name}`
}

/** Words for what happens where the member is undefined; undefined where nothing bad does. */
function effectOf({ scopes }: QueryModel, member: Extract<AnyNode, { type: 'MemberExpression' }>): string | undefined {
  const parent = scopes.parentOf(member)
  const becomesNaN = 'the sum becomes NaN'
  switch (parent?.type) {
    case 'UpdateExpression':
      return becomesNaN
    case 'AssignmentExpression':
      if (parent.left !== member) return undefined
      if (/^[-+*/%]=$|^\*\*=$/.test(parent.operator)) return becomesNaN
      return parent.operator === '=' && isSum(parent.right) && reads(parent.right, member) ? becomesNaN : undefined
    case 'MemberExpression':
      return parent.object === member && !parent.optional && !member.optional ? 'reading a member of it faults' : undefined
    default:
      return undefined
  }
}

const isSum = (node: AnyNode): boolean => {
  const value = withoutParentheses(node)
  return value.type === 'BinaryExpression' && /^[-+*/%]$/.test(value.operator)
}

/** Expressions that become a part of the state: what `$init` returns, and what handlers assign to members of it. */
function stateValues(query: QueryModel): AnyNode[] {
  const found: AnyNode[] = []
  const below = (node: AnyNode): void => {
    const value = withoutParentheses(node)
    found.push(value)
    if (value.type === 'ObjectExpression') for (const property of value.properties) if (property.type === 'Property') below(property.value)
    if (value.type === 'ArrayExpression')
      for (const element of value.elements) if (element && element.type !== 'SpreadElement') below(element)
  }
  for (const { text, run } of query.handlers) {
    if (!run) continue
    if (text === '$init' || text === '$initShared' || takesEvent({ text } as never))
      for (const value of returnedBy(run)) if (value.type === 'ObjectExpression') below(value)
    const state = parameterName(run.params[0])
    if (state === undefined) continue
    for (const use of usesOf(query, run, state)) {
      const assigned = assignedTo(query, use)
      if (assigned) below(assigned)
    }
  }
  return found
}

function assignedTo({ scopes }: QueryModel, use: IdentifierNode): AnyNode | undefined {
  let node: AnyNode = use
  let parent = scopes.parentOf(node)
  while (parent?.type === 'MemberExpression' && parent.object === node) [node, parent] = [parent, scopes.parentOf(parent)]
  return node !== use && parent?.type === 'AssignmentExpression' && parent.left === node ? parent.right : undefined
}

/** A list or a table of the state to which events add, and from which nothing takes away. */
function* growing(query: QueryModel, run: FunctionNode): Iterable<RuleFinding> {
  const uses = membersUsed(query, run, run.params[0])
  const bounded = new Set(uses.filter(({ member }) => member && isBounding(query, member)).map(({ name }) => name))
  for (const { name, member } of uses) {
    if (!member || bounded.has(name) || !isAddedTo(query, run, member)) continue
    yield { code: 'growing-state', at: member, facts: { member: query.text.slice(member.start, member.end) } }
  }
}

function isBounding({ scopes }: QueryModel, member: AnyNode): boolean {
  const parent = scopes.parentOf(member)
  if (parent?.type === 'AssignmentExpression' && parent.left === member) return true
  return (
    parent?.type === 'MemberExpression' &&
    ['shift', 'pop', 'splice', 'slice', 'length', 'includes', 'indexOf', 'find', 'some'].includes(memberName(parent) ?? '')
  )
}

function isAddedTo(query: QueryModel, run: FunctionNode, member: AnyNode): boolean {
  const parent = query.scopes.parentOf(member)
  if (parent?.type !== 'MemberExpression' || parent.object !== member) return false
  const grand = query.scopes.parentOf(parent)
  const method = memberName(parent)
  if (grand?.type === 'CallExpression' && grand.callee === parent) return method === 'push' || method === 'unshift'
  const event = eventReaders(query).find((reader) => reader.run === run)
  const key = parent.property
  const isByEvent =
    key.type === 'MemberExpression' && key.object.type === 'Identifier' && key.object.name === parameterName(event?.parameter)
  return (
    parent.computed &&
    isByEvent &&
    ['eventId', 'sequenceNumber'].includes(memberName(key) ?? '') &&
    grand?.type === 'AssignmentExpression' &&
    grand.left === parent
  )
}
