// Finds the members of the state that a query itself names: what `$init` returns, and what its handlers read and write.

import type { Node, Tree } from './completion-place.ts'
import { nameOf } from './completion-place.ts'
import { queryPaths } from '../query-paths.ts'

/**
 * @param path from the state to the object whose members are wanted.
 * @param at where the name that is being written begins: if it stands nowhere else, it is no member yet.
 */
export function stateMembers(tree: Tree, text: string, path: readonly string[], at: number): string[] {
  const written = /^[\w$]*/.exec(text.slice(at))![0]
  const used = queryPaths(text)
    .uses.filter(({ root, names }) => root === 'state' && path.every((name, index) => names[index] === name))
    .map(({ names }) => names[path.length])
    .filter((name) => typeof name === 'string')
  const isWrittenOnce = used.filter((name) => name === written).length < 2
  const members = new Set(used.filter((name) => !(isWrittenOnce && name === written)))
  for (const name of firstMembers(tree, text, path)) members.add(name)
  return [...members].filter((name) => /^[A-Za-z_$][\w$]*$/.test(name))
}

/** Keys of the object that `$init` returns, or of one in it. */
function firstMembers(tree: Tree, text: string, path: readonly string[]): string[] {
  let object: Node | undefined
  tree.iterate({
    enter: ({ node }) => {
      if (node.name !== 'Property' || keyOf(node, text) !== '$init' || object) return
      object = returned(node)
    },
  })
  for (const name of path) {
    const property = object?.getChildren('Property').find((each) => keyOf(each, text) === name)
    object = property?.getChild('ObjectExpression') ?? undefined
  }
  return (object?.getChildren('Property') ?? []).flatMap((property) => keyOf(property, text) ?? [])
}

function keyOf(property: Node, text: string): string | undefined {
  const key = property.getChild('PropertyDefinition') ?? property.getChild('String')
  return key ? nameOf(key, text) : undefined
}

/** The object that a function gives: behind its arrow, or behind the first `return` of its body. */
function returned(property: Node): Node | undefined {
  const fn = property.getChild('ArrowFunction') ?? property.getChild('FunctionExpression') ?? property
  const given = fn.getChild('Block')?.getChild('ReturnStatement') ?? fn
  return given.getChild('ObjectExpression') ?? given.getChild('ParenthesizedExpression')?.getChild('ObjectExpression') ?? undefined
}
