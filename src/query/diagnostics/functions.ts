// Answers the rules' questions about functions of a query: their parameters, what uses them, what they return.

import type { AnyNode, FunctionNode } from '../dialect/source/syntax-tree.ts'
import type { NamedHandler, QueryModel } from './query-model.ts'
import type { MemberNode } from './syntax-names.ts'
import { keyName, memberName } from './syntax-names.ts'
import type { IdentifierNode } from './scopes.ts'

/** @returns all uses of a function's own variable, in the order of the text. */
export function usesOf({ scopes }: QueryModel, run: FunctionNode, name: string): IdentifierNode[] {
  const { start, end } = run.body
  return scopes.usesOf(name, scopes.scopeOf(run)).filter((node) => start <= node.start && node.end <= end)
}

/** @returns the name of a parameter, also of one with a default; undefined for patterns. */
export function parameterName(parameter: AnyNode | undefined): string | undefined {
  if (parameter?.type === 'AssignmentPattern') return parameterName(parameter.left)
  return parameter?.type === 'Identifier' ? parameter.name : undefined
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
