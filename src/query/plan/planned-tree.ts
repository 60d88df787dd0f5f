// A query's tree as the plan's finders walk it, and their questions about names and texts of functions.

import type { AnyNode, FunctionNode, SyntaxTree } from '../dialect/source/syntax-tree.ts'
import { walk } from '../dialect/source/syntax-tree.ts'

export type Identifier = Extract<AnyNode, { type: 'Identifier' }>

export interface PlannedTree extends Pick<SyntaxTree, 'text' | 'program'> {
  /** @returns undefined for the program. */
  parentOf(node: AnyNode): AnyNode | undefined
  /** @returns the code that the engine has for a stretch of the text. */
  codeOf(start: number, end: number): string
}

export function plannedTree({ text, program }: Pick<SyntaxTree, 'text' | 'program'>, codeOf: PlannedTree['codeOf']): PlannedTree {
  const parents = new Map<AnyNode, AnyNode | undefined>()
  walk(program, (node, ancestors) => parents.set(node, ancestors.at(-1)))
  return { text, program, codeOf, parentOf: (node) => parents.get(node) }
}

/** @returns the function as the engine shows it: the plan's facts about functions are found by these texts. */
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
