// Walks a syntax tree and answers the passes' questions about nodes and their surroundings.

import type { AnyNode, Expression, Pattern, Super, Token } from 'acorn'

import { lastAtMost } from '../../../base/sorted.ts'

export type { AnyNode } from 'acorn'

/** A parsed query. */
export interface SyntaxTree {
  readonly text: string
  readonly program: Extract<AnyNode, { type: 'Program' }>
  readonly tokens: readonly Token[]
}

/** @param ancestors from the program down to the node's parent; valid only during the call. */
export type Visit = (node: AnyNode, ancestors: readonly AnyNode[]) => void

/** Visits every node before its children, in the order of the text. */
export function walk(root: AnyNode, visit: Visit): void {
  const ancestors: AnyNode[] = []
  const step = (node: AnyNode): void => {
    visit(node, ancestors)
    ancestors.push(node)
    childrenOf(node).forEach(step)
    ancestors.pop()
  }
  step(root)
}

/** Visits what a function runs itself, and not what functions in it run. */
export function walkOwn({ body }: FunctionNode, visit: (node: AnyNode) => void): void {
  const step = (node: AnyNode): void => {
    if (isFunction(node)) return
    visit(node)
    childrenOf(node).forEach(step)
  }
  step(body)
}

const isNode = (value: unknown): value is AnyNode => typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** Most nodes list their children in the order of the text. */
function childrenOf(node: AnyNode): AnyNode[] {
  const children: AnyNode[] = []
  let isSorted = true
  const add = (value: unknown): void => {
    if (!isNode(value)) return
    isSorted &&= value.start >= (children.at(-1)?.start ?? 0)
    children.push(value)
  }
  for (const key in node) {
    const value: unknown = node[key as keyof AnyNode]
    if (Array.isArray(value)) value.forEach(add)
    else if (typeof value === 'object') add(value)
  }
  return isSorted ? children : children.sort((a, b) => a.start - b.start)
}

/** @returns the first token at or behind the offset; behind the last token the end of the text. */
export const tokenFrom = ({ tokens, text }: SyntaxTree, offset: number): Pick<Token, 'start' | 'end'> =>
  tokens[lastAtMost(tokens, offset - 1, ({ start }) => start) + 1] ?? { start: text.length, end: text.length }

/** @returns the expression inside parentheses. */
export const bare = (node: Expression | Super): Expression | Super =>
  node.type === 'ParenthesizedExpression' ? bare(node.expression) : node

/** @returns the expression inside parentheses, also of a chain in them. */
export function calleeOf(node: Expression | Super): Expression | Super {
  const inner = bare(node)
  return inner.type === 'ChainExpression' ? inner.expression : inner
}

export type FunctionNode = Extract<AnyNode, { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }>

export const isFunction = (node: AnyNode): node is FunctionNode =>
  node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration'

/** Whether code below these nodes is strict. */
export const isStrict = (ancestors: readonly AnyNode[]): boolean =>
  ancestors.some(
    (node) =>
      node.type === 'ClassBody' || (node.type === 'Program' && hasUseStrict(node.body)) || (isFunction(node) && hasUseStrict(bodyOf(node))),
  )

const bodyOf = (node: FunctionNode) => (node.body.type === 'BlockStatement' ? node.body.body : [])

export const hasUseStrict = (statements: readonly AnyNode[]): boolean =>
  statements.some(
    (statement) => statement.type === 'ExpressionStatement' && 'directive' in statement && statement.directive === 'use strict',
  )

/** The variables that a pattern declares. */
export function namesIn(pattern: Pattern | null): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => namesIn(property.type === 'RestElement' ? property.argument : property.value))
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn)
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    case 'RestElement':
      return namesIn(pattern.argument)
    default:
      return []
  }
}
