// Decides whether a query may keep a function that registers handlers, and so register more of them at run time.

import { walk } from '../dialect/source/syntax-tree.ts'
import type { PlannedTree } from './plan.ts'

const registrations = new Set<unknown>(['on_any', 'on_event', 'when'])

/**
 * Handlers registered later may read more of events than those that the definition names. Finds the names of the functions that
 * register, and their texts, anywhere but where the function is called at once. Gives up on names composed at run time
 * (`globalThis['on_' + 'any']`): such a query gets the parts of events that its first handlers read.
 */
export function mayRegisterLate({ program, parentOf }: PlannedTree): boolean {
  let isFound = false
  walk(program, (node) => {
    if (node.type === 'Literal') isFound ||= registrations.has(node.value)
    if (node.type !== 'Identifier' || !registrations.has(node.name)) return
    const parent = parentOf(node)
    const named = parent?.type === 'MemberExpression' && parent.property === node ? parent : node
    const use = parentOf(named)
    isFound ||= use?.type !== 'CallExpression' || use.callee !== named
  })
  return isFound
}
