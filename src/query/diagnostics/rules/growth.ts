// Finds lists, tables and texts of the state to which every event adds, and from which nothing takes away.

import type { RuleFinding } from '../diagnostic.ts'
import type { AnyNode } from '../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../query-model.ts'
import { keyName, memberName, textOf } from '../syntax-names.ts'

/** A place where something of the state gets longer. */
interface Growth {
  /** The path of what grows, from the state. */
  readonly path: string
  readonly at: AnyNode
}

export function* growth(query: QueryModel): Iterable<RuleFinding> {
  const bounded = boundedIn(query)
  const reported = new Set<string>()
  const found: Growth[] = []
  for (const type of ['CallExpression', 'AssignmentExpression', 'Property'] as const) {
    for (const node of query.scopes.all(type)) {
      const grown = grownBy(query, node)
      if (grown) found.push(grown)
    }
  }
  for (const { path, at } of found) {
    if (bounded.has(path) || reported.has(path)) continue
    reported.add(path)
    yield { code: 'growing-state', at, facts: { member: query.text.slice(at.start, at.end) } }
  }
}

function grownBy(query: QueryModel, node: AnyNode): Growth | undefined {
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
    const method = memberName(node.callee)
    const path = method === 'push' || method === 'unshift' ? pathOf(query, node.callee.object) : undefined
    if (path !== undefined) return { path, at: node.callee.object }
  }
  if (node.type === 'AssignmentExpression') return grownByAssignment(query, node)
  if (node.type !== 'Property' || query.scopes.parentOf(node)?.type !== 'ObjectExpression') return undefined
  // `{ ...state, seen: [...state.seen, event.data] }`
  const path = extended(query, node.value)
  return path !== undefined && path !== '' && path.split('.').at(-1) === keyName(node) ? { path, at: node.key } : undefined
}

function grownByAssignment(query: QueryModel, { left, operator, right }: Extract<AnyNode, { type: 'AssignmentExpression' }>) {
  const path = pathOf(query, left)
  if (path !== undefined) {
    const isLonger = (operator === '+=' && isText(right)) || (operator === '=' && extended(query, right) === path)
    return isLonger ? { path, at: left } : undefined
  }
  if (left.type !== 'MemberExpression' || !left.computed) return undefined
  const key = query.origins.of(left.property)
  const table = pathOf(query, left.object)
  const isByEvent = key?.root === 'event' && key.path.length === 1 && ['eventId', 'sequenceNumber'].includes(key.path[0]!)
  return isByEvent && table !== undefined ? { path: table, at: left.object } : undefined
}

/** @returns the path from the state; undefined for what is no part of it. */
function pathOf({ origins }: QueryModel, node: AnyNode): string | undefined {
  const origin = origins.of(node)
  return origin?.root === 'state' ? origin.path.join('.') : undefined
}

/** @returns the path of the list or text that the value is, and more: `[...state.a, x]`, `state.a.concat(x)`, `state.a + '…'`. */
function extended(query: QueryModel, value: AnyNode): string | undefined {
  if (value.type === 'ParenthesizedExpression') return extended(query, value.expression)
  if (value.type === 'ArrayExpression' && value.elements.length > 1) {
    const spread = value.elements.find((element) => element?.type === 'SpreadElement')
    return spread?.type === 'SpreadElement' ? pathOf(query, spread.argument) : undefined
  }
  if (value.type === 'BinaryExpression' && value.operator === '+' && isText(value.right)) return pathOf(query, value.left)
  if (value.type !== 'CallExpression' || value.callee.type !== 'MemberExpression') return undefined
  return memberName(value.callee) === 'concat' ? pathOf(query, value.callee.object) : undefined
}

/** Whether an expression is a text for certain. */
function isText(node: AnyNode): boolean {
  if (node.type === 'TemplateLiteral' || textOf(node) !== undefined) return true
  if (node.type === 'BinaryExpression' && node.operator === '+') return isText(node.left) || isText(node.right)
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  return ['stringify', 'toString', 'join'].includes(memberName(node.callee) ?? '')
}

/** Methods that take away, or that code asks before it adds. */
const bounding = ['shift', 'pop', 'splice', 'slice', 'length', 'includes', 'indexOf', 'find', 'some', 'filter', 'substring', 'slice']

/** Paths of what is cut, replaced or asked somewhere in the query. */
function boundedIn(query: QueryModel): ReadonlySet<string> {
  const bounded = new Set<string>()
  for (const { origin, name, member } of query.origins.uses)
    if (origin.root === 'state' && member && bounding.includes(name)) bounded.add(origin.path.join('.'))
  for (const { operator, argument } of query.scopes.all('UnaryExpression')) {
    const path = operator === 'delete' && argument.type === 'MemberExpression' ? pathOf(query, argument.object) : undefined
    if (path !== undefined) bounded.add(path)
  }
  for (const { operator, left, right } of query.scopes.all('AssignmentExpression')) {
    const path = operator === '=' ? pathOf(query, left) : undefined
    if (path !== undefined && extended(query, right) !== path) bounded.add(path)
  }
  return bounded
}
