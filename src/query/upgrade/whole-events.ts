// Finds where a query uses whole events, with the members that another release adds: returned, stored, listed, printed, emitted.

import type { AnyNode } from '../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../diagnostics/query-model.ts'
import { isVariable } from '../diagnostics/scopes.ts'
import { memberName } from '../diagnostics/syntax-names.ts'

export function wholeEvents(query: QueryModel): AnyNode[] {
  const { scopes, origins } = query
  return scopes.all('Identifier').filter((node) => {
    const origin = origins.of(node)
    const parent = scopes.parentOf(node)
    return origin?.root === 'event' && origin.path.length === 0 && isVariable(node, parent) && isKept(query, node, parent)
  })
}

/** Functions that see every member of what they are given. */
const listing = ['stringify', 'keys', 'values', 'entries', 'assign', 'getOwnPropertyNames', 'ownKeys', 'push', 'unshift']

function isKept({ scopes }: QueryModel, node: AnyNode, parent: AnyNode | undefined): boolean {
  switch (parent?.type) {
    case 'ReturnStatement':
    case 'SpreadElement':
    case 'ArrayExpression':
      return true
    case 'ArrowFunctionExpression':
      return parent.body === node
    case 'ForInStatement':
      return parent.right === node
    case 'Property':
      return parent.value === node && scopes.parentOf(parent)?.type === 'ObjectExpression'
    case 'AssignmentExpression':
      return parent.right === node && parent.left.type === 'MemberExpression'
    case 'CallExpression': {
      const { callee } = parent
      if (callee.type === 'MemberExpression') return listing.includes(memberName(callee) ?? '')
      return callee.type === 'Identifier' && callee.name === 'emit'
    }
    default:
      return false
  }
}
