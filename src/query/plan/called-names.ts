// Decides whether a query uses functions in other ways than to call them.

import { walk } from '../dialect/source/syntax-tree.ts'
import type { PlannedTree } from './plan.ts'

/**
 * Finds the names of functions, and their texts, anywhere but where the function is called at once. Gives up on names composed at run time
 * (`globalThis['on_' + 'any']`).
 */
export function areUsedBesideCalls({ program, parentOf }: PlannedTree, names: ReadonlySet<unknown>): boolean {
  let isFound = false
  walk(program, (node) => {
    if (node.type === 'Literal') isFound ||= names.has(node.value)
    if (node.type !== 'Identifier' || !names.has(node.name)) return
    const parent = parentOf(node)
    const named = parent?.type === 'MemberExpression' && parent.property === node ? parent : node
    const use = parentOf(named)
    isFound ||= use?.type !== 'CallExpression' || use.callee !== named
  })
  return isFound
}
