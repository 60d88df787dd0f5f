// Reads the names and texts that a query writes out: members, keys and literals.

import type { AnyNode, FunctionNode } from '../dialect/source/syntax-tree.ts'
import type { IdentifierNode } from './scopes.ts'

export type CallNode = Extract<AnyNode, { type: 'CallExpression' }>
export type MemberNode = Extract<AnyNode, { type: 'MemberExpression' }>

/** @returns the member's name, also of `object['name']`; undefined where it is computed. */
export function memberName(node: MemberNode): string | undefined {
  if (node.property.type === 'PrivateIdentifier') return undefined
  return node.computed ? textOf(node.property) : (node.property as IdentifierNode).name
}

/** @returns the text of a literal; undefined for other expressions. */
export function textOf(node: AnyNode): string | undefined {
  if (node.type === 'ParenthesizedExpression') return textOf(node.expression)
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined
  return node.quasis[0]?.value.cooked ?? undefined
}

/** @returns the text that an expression's value begins with, as of `'order-' + id`; undefined where none is written out. */
export function beginningOf(node: AnyNode): string | undefined {
  const text = textOf(node)
  if (text !== undefined) return text
  if (node.type === 'ParenthesizedExpression') return beginningOf(node.expression)
  if (node.type === 'TemplateLiteral') return node.quasis[0]?.value.cooked || undefined
  if (node.type === 'BinaryExpression' && node.operator === '+') return beginningOf(node.left)
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined
  return memberName(node.callee) === 'concat' ? beginningOf(node.callee.object) : undefined
}

/** @param property of an object or of a pattern. */
export function keyName({ key, computed }: Pick<Extract<AnyNode, { type: 'Property' }>, 'key' | 'computed'>): string | undefined {
  if (!computed && key.type === 'Identifier') return key.name
  return key.type === 'Literal' && typeof key.value !== 'object' ? String(key.value) : computed ? textOf(key) : undefined
}

/** @returns the name of a parameter, also of one with a default; undefined for patterns. */
export function parameterName(parameter: AnyNode | undefined): string | undefined {
  if (parameter?.type === 'AssignmentPattern') return parameterName(parameter.left)
  return parameter?.type === 'Identifier' ? parameter.name : undefined
}

const eventNames = /^(e|ev|evt|event|evnt|msg|message)$/i
const stateNames = /^(s|st|state|acc)$/i

/** Whether a name is one that people give an event. */
export const isEventName = (name: string): boolean => eventNames.test(name)

/** Whether the names of a handler's parameters say that it takes the event first. */
export function takesEventFirst({ params }: FunctionNode): boolean {
  const [first, second] = params.map(parameterName)
  if (first === undefined || !isEventName(first)) return false
  return params.length === 1 || (second !== undefined && stateNames.test(second))
}
