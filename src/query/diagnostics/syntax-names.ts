// Reads the names and texts that a query writes out: members, keys and literals.

import type { AnyNode } from '../dialect/source/syntax-tree.ts'
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
