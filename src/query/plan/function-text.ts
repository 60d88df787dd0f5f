// Gives functions of a query as the engine shows them: the plan's facts about functions are found by these texts.

import type { AnyNode, FunctionNode } from '../dialect/source/syntax-tree.ts'
import { walk } from '../dialect/source/syntax-tree.ts'
import type { Identifier } from './body-reads.ts'
import type { PlannedTree } from './plan.ts'

export function textInEngine(node: FunctionNode, { codeOf, parentOf }: PlannedTree): string {
  const parent = parentOf(node)
  // The text of a method begins with its name.
  const start = parent?.type === 'Property' && parent.method ? parent.start : node.start
  return codeOf(start, node.end)
}

/** @returns all identifiers below the node, in any role. */
export function identifiersIn(root: AnyNode): Identifier[] {
  const found: Identifier[] = []
  walk(root, (node) => node.type === 'Identifier' && found.push(node))
  return found
}
