// Answers the rules' questions about functions of a query: their parameters, what uses them, what they return.

import type { AnyNode, FunctionNode } from '../dialect/source/syntax-tree.ts'
import { isFunction, walkOwn } from '../dialect/source/syntax-tree.ts'
import type { NamedHandler, QueryModel } from './query-model.ts'
import type { MemberNode } from './syntax-names.ts'
import { keyName, memberName, parameterName } from './syntax-names.ts'
import type { IdentifierNode } from './scopes.ts'

/** @returns all uses of a function's own variable, in the order of the text. */
export function usesOf({ scopes }: QueryModel, run: FunctionNode, name: string): IdentifierNode[] {
  const { start, end } = run.body
  return scopes.usesOf(name, scopes.scopeOf(run)).filter((node) => start <= node.start && node.end <= end)
}

/** @returns the expressions whose values a function returns, without parentheses. */
export const returnedBy = ({ scopes }: QueryModel, run: FunctionNode): readonly AnyNode[] =>
  (run.body.type === 'BlockStatement' ? scopes.returnsOf(run) : [run.body]).map(withoutParentheses)

export const withoutParentheses = (node: AnyNode): AnyNode =>
  node.type === 'ParenthesizedExpression' || node.type === 'ChainExpression' ? withoutParentheses(node.expression) : node

/** A read or a write of a member of a variable. */
export interface MemberUse {
  readonly name: string
  /** The node of the name. */
  readonly at: AnyNode
  /** The member expression; undefined where a pattern takes the member. */
  readonly member: MemberNode | undefined
}

/** @returns the members of a function's parameter that its text names, also in patterns. */
export function membersUsed(query: QueryModel, run: FunctionNode, parameter: AnyNode | undefined): MemberUse[] {
  const pattern = parameter?.type === 'AssignmentPattern' ? parameter.left : parameter
  if (pattern?.type === 'ObjectPattern') return inPattern(pattern)
  const name = parameterName(pattern)
  return name === undefined ? [] : usesOf(query, run, name).flatMap((use) => membersAt(query, use))
}

function membersAt({ scopes }: QueryModel, use: IdentifierNode): MemberUse[] {
  let value: AnyNode = use
  let parent = scopes.parentOf(use)
  while (parent?.type === 'ParenthesizedExpression') [value, parent] = [parent, scopes.parentOf(parent)]
  if (parent?.type === 'MemberExpression' && parent.object === value) {
    const name = memberName(parent)
    return name === undefined ? [] : [{ name, at: parent.property, member: parent }]
  }
  if (parent?.type !== 'VariableDeclarator' || parent.init !== value || parent.id.type !== 'ObjectPattern') return []
  return inPattern(parent.id)
}

type ObjectPattern = Extract<AnyNode, { type: 'ObjectPattern' }>

function inPattern({ properties }: ObjectPattern): MemberUse[] {
  return properties.flatMap((property) => {
    const name = property.type === 'Property' ? keyName(property) : undefined
    return property.type === 'Property' && name !== undefined ? [{ name, at: property.key, member: undefined }] : []
  })
}

/** Whether a handler is called with the state and an event. */
export const takesEvent = ({ text }: NamedHandler): boolean => text !== '$init' && text !== '$initShared' && text !== '$deleted'

/** The value that `$init` returns; undefined where it is not written out, or where there are several. */
export function initialValue(query: QueryModel): AnyNode | undefined {
  const { handlers, scopes, hasHiddenHandlers } = query
  if (hasHiddenHandlers || handlers.some(({ text }) => text === '$initShared' || text === '$created')) return undefined
  const init = handlers.findLast(({ text }) => text === '$init')?.run
  const returned = init && !init.async && !init.generator ? returnedBy(query, init) : []
  return returned.length === 1 ? withoutParentheses(scopes.valueOf(returned[0]!)) : undefined
}

/** The value that `$init` gives the member of the state at a path; undefined where it is not written out. */
export function initialAt(query: QueryModel, path: readonly string[]): AnyNode | undefined {
  let value = initialValue(query)
  for (const name of path) {
    if (value?.type !== 'ObjectExpression') return undefined
    const property = value.properties.findLast((one) => one.type === 'SpreadElement' || keyName(one) === name)
    value = property?.type === 'Property' ? withoutParentheses(query.scopes.valueOf(property.value)) : undefined
  }
  return value
}

const branches = [
  'IfStatement',
  'ConditionalExpression',
  'SwitchCase',
  'ForStatement',
  'WhileStatement',
  'ForInStatement',
  'ForOfStatement',
]

/** Whether a place is reached only sometimes: it stands behind a condition, or behind a way out of its function. */
export function isConditional({ scopes }: QueryModel, node: AnyNode): boolean {
  let inner = node
  for (const outer of scopes.ancestorsOf(node)) {
    if (branches.includes(outer.type) && !('test' in outer && outer.type !== 'SwitchCase' && outer.test === inner)) return true
    if (outer.type === 'LogicalExpression' && outer.right === inner) return true
    if (isFunction(outer) && leavesBefore(outer, node)) return true
    inner = outer
  }
  return false
}

function leavesBefore(run: FunctionNode, node: AnyNode): boolean {
  let leaves = false
  walkOwn(run, ({ type, end }) => (leaves ||= (type === 'ReturnStatement' || type === 'ThrowStatement') && end <= node.start))
  return leaves
}

/** Whether two expressions are written alike, be it with other blanks. */
export function isSameExpression(one: AnyNode, other: AnyNode): boolean {
  const [left, right] = [withoutParentheses(one), withoutParentheses(other)]
  switch (left.type) {
    case 'Identifier':
      return right.type === 'Identifier' && left.name === right.name
    case 'Literal':
      return right.type === 'Literal' && left.raw === right.raw
    case 'MemberExpression':
      if (right.type !== 'MemberExpression' || !isSameExpression(left.object, right.object)) return false
      return memberName(left) === memberName(right) && (memberName(left) !== undefined || isSameExpression(left.property, right.property))
    case 'BinaryExpression':
      return (
        right.type === 'BinaryExpression' &&
        left.operator === right.operator &&
        isSameExpression(left.left, right.left) &&
        isSameExpression(left.right, right.right)
      )
    case 'TemplateLiteral':
      return (
        right.type === 'TemplateLiteral' &&
        left.quasis.length === right.quasis.length &&
        left.quasis.every(({ value }, index) => value.raw === right.quasis[index]!.value.raw) &&
        left.expressions.every((expression, index) => isSameExpression(expression, right.expressions[index]!))
      )
    case 'CallExpression':
      return (
        right.type === 'CallExpression' &&
        isSameExpression(left.callee, right.callee) &&
        left.arguments.length === right.arguments.length &&
        left.arguments.every((given, index) => isSameExpression(given, right.arguments[index]!))
      )
    default:
      return false
  }
}

/** The parts that are added up: `a + (b + c)` has three. */
export function addendsOf(node: AnyNode): AnyNode[] {
  const value = withoutParentheses(node)
  return value.type === 'BinaryExpression' && value.operator === '+' ? [...addendsOf(value.left), ...addendsOf(value.right)] : [value]
}
