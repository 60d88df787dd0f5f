// Decides whether a query may keep a function that registers handlers, and so register more of them at run time.

import type { AnyNode, Visit } from './syntax-tree.ts'

const registrations = new Set<unknown>(['on_any', 'on_event', 'when'])

export interface KeptRegistrations {
  /** Sees every node of the query. */
  readonly visit: Visit
  /** Whether any was found; names composed at run time are not. */
  areFound(): boolean
}

export function findKeptRegistrations(): KeptRegistrations {
  let isFound = false
  return {
    visit(node, ancestors) {
      if (node.type === 'Literal' && registrations.has(node.value)) isFound = true
      if (node.type === 'Identifier' && registrations.has(node.name) && !isCalled(node, ancestors)) isFound = true
    },
    areFound: () => isFound,
  }
}

function isCalled(name: AnyNode, ancestors: readonly AnyNode[]): boolean {
  const parent = ancestors.at(-1)
  const isMember = parent?.type === 'MemberExpression' && parent.property === name
  const use = isMember ? ancestors.at(-2) : parent
  return use?.type === 'CallExpression' && use.callee === (isMember ? parent : name)
}
